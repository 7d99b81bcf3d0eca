/* The yardstick: how fast can one core play classic Skyjo rounds?
 *
 * One thread, official rules (docs/rules.md), nothing but sums. It shares no code with the package, so it is also
 * an independent witness: both must agree on every mean (tests/test_statistics.py).
 *
 * Each round is a first round. The two opening flips are random; of equal sums the lowest seat starts. All seats
 * follow one policy:
 *
 *   random   take the discard or draw, by a coin; a taken card goes to a random slot; a drawn card is placed at a
 *            random slot or thrown away and a random hidden card flipped, by a coin.
 *   cutoff   take the discard if it is at most CUTOFF. A card lower than the highest face-up card (the one of
 *            lowest slot among equals) replaces it. Otherwise a card of at most CUTOFF goes to the lowest hidden
 *            slot; any other is thrown away and a random hidden card flipped. Without a hidden card the highest
 *            face-up card is replaced.
 *
 * Build:  cc -O3 -march=native -o yardstick yardstick.c
 * Run:    yardstick random|cutoff PLAYERS ROUNDS [SEED] [CUTOFF]
 * Prints: one JSON object of sums over the rounds. Squares are of a turn count, of one seat's score,
 *         of a round's total of all seats' scores, of a round's count of cleared columns.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MAX_PLAYERS = 8,
    N_SLOTS = 12, /* slot = 3 * column + row */
    N_COLUMNS = 4,
    ROW_WIDTH = 16, /* a grid padded to a vector register */
    N_CARDS = 150,
    LIMIT_PER_PLAYER = 500, /* turns before somebody must have ended the round */
    ALL_SLOTS = 0xFFF,
    COLUMN = 7,
    NOBODY = -1,
    ZERO = 3 /* cards are kept as codes, value + 3: all are positive, and 0 stands for "no card" */
};

typedef struct {
    uint8_t card[ROW_WIDTH]; /* code at each slot, hidden or not; ZERO once cleared */
    uint8_t key[ROW_WIDTH];  /* 16 * code + 15 - slot of face-up cards, else 0: the maximum is the highest card */
    uint32_t hidden;         /* bit k: slot k is face down */
    uint32_t own;            /* bit k: slot k is not cleared */
} Grid;

typedef struct {
    Grid grids[MAX_PLAYERS];
    uint8_t pile[N_CARDS], discard[N_CARDS];
    int n_pile, n_discard, players;
    int lines; /* cleared in this round */
    uint64_t luck;
} Table;

/* What a turn does: `card` replaces the one at `slot`, or is thrown away and `slot` flipped. */
typedef struct {
    int card, slot;
    bool is_flip;
} Move;

typedef struct {
    bool is_cutoff;
    int cutoff; /* as a code */
} Policy;

typedef struct {
    int64_t turns, turns_squared, scores, squares, totals_squared, lines, lines_squared, ended, doubled, abandoned;
} Sums;

static uint8_t deck[N_CARDS];
static uint64_t members[ALL_SLOTS + 1]; /* the members of each set of slots in ascending order, four bits each */

static void fill_tables(void) {
    int n = 0;
    for (int value = -2; value <= 12; value++) {
        int copies = value == -2 ? 5 : value == 0 ? 15 : 10;
        while (copies--) deck[n++] = (uint8_t)(value + ZERO);
    }
    for (int set = 0; set <= ALL_SLOTS; set++) {
        int rank = 0;
        for (int slot = 0; slot < N_SLOTS; slot++) {
            if (set >> slot & 1) members[set] |= (uint64_t)slot << 4 * rank++;
        }
    }
}

/* Luck: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014). */

static inline uint64_t next_word(Table *table) {
    uint64_t word = table->luck += 0x9E3779B97F4A7C15u;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* An integer in 0..n-1 from 32 random bits. */
static inline uint32_t scale(uint64_t bits, uint32_t n) { return (uint32_t)((bits & 0xFFFFFFFFu) * n >> 32); }

static inline int member(uint32_t set, uint64_t bits) {
    uint32_t rank = scale(bits, (uint32_t)__builtin_popcount(set));
    return (int)(members[set] >> 4 * rank & 15);
}

/* Piles. The draw pile is shuffled lazily: a random card of it is the next one. */

static inline int pop(Table *table, uint64_t bits) {
    int last = table->n_pile - 1;
    uint32_t position = scale(bits, (uint32_t)table->n_pile);
    int card = table->pile[position];
    table->pile[position] = table->pile[last];
    table->n_pile = last;
    return card;
}

static void reshuffle(Table *table) {
    int n_back = table->n_discard - 1;
    memcpy(table->pile, table->discard, (size_t)n_back);
    table->discard[0] = table->discard[n_back];
    table->n_pile = n_back;
    table->n_discard = 1;
}

static inline int draw(Table *table, uint64_t bits) {
    if (table->n_pile == 0) reshuffle(table);
    return pop(table, bits);
}

static inline int top(const Table *table) { return table->discard[table->n_discard - 1]; }
static inline int take(Table *table) { return table->discard[--table->n_discard]; }
static inline void discard(Table *table, int card) { table->discard[table->n_discard++] = (uint8_t)card; }

/* Grids. */

static inline void show(Grid *grid, int slot, int card) {
    grid->key[slot] = (uint8_t)(card << 4 | (15 - slot));
    grid->hidden &= ~(1u << slot);
}

static inline bool is_complete(const Grid *grid, int column) {
    const uint8_t *card = grid->card + 3 * column;
    return !(grid->hidden >> 3 * column & COLUMN) & (card[0] == card[1]) & (card[0] == card[2]);
}

static void clear(Table *table, Grid *grid, int column) {
    for (int slot = 3 * column; slot < 3 * column + 3; slot++) {
        discard(table, grid->card[slot]);
        grid->card[slot] = ZERO;
        grid->key[slot] = 0;
    }
    grid->own &= ~((uint32_t)COLUMN << 3 * column);
    table->lines++;
}

static inline void carry_out(Table *table, Grid *grid, Move move) {
    int old = grid->card[move.slot];
    int kept = move.is_flip ? old : move.card;
    discard(table, move.is_flip ? move.card : old);
    grid->card[move.slot] = (uint8_t)kept;
    show(grid, move.slot, kept);
    if (is_complete(grid, move.slot / 3)) clear(table, grid, move.slot / 3);
}

/* Policies. */

static inline Move random_move(Table *table, const Grid *grid) {
    uint64_t luck = next_word(table);
    if (luck >> 63) return (Move){take(table), member(grid->own, luck), false};
    int card = draw(table, next_word(table));
    bool is_flip = luck >> 62 & 1;
    return (Move){card, member(is_flip ? grid->hidden : grid->own, luck), is_flip};
}

static inline int highest_key(const Grid *grid) {
    uint8_t highest = 0;
    for (int slot = 0; slot < ROW_WIDTH; slot++) highest = grid->key[slot] > highest ? grid->key[slot] : highest;
    return highest;
}

static inline Move cutoff_move(Table *table, const Grid *grid, int cutoff) {
    int key = highest_key(grid), highest = key >> 4, slot = 15 - (key & 15);
    int card = top(table) <= cutoff ? take(table) : draw(table, next_word(table));
    if (card < highest || !grid->hidden) return (Move){card, slot, false};
    if (card <= cutoff) return (Move){card, __builtin_ctz(grid->hidden), false};
    return (Move){card, member(grid->hidden, next_word(table)), true};
}

/* Rounds. */

static int deal_grid(Table *table, Grid *grid) {
    for (int slot = 0; slot < N_SLOTS; slot += 2) {
        uint64_t luck = next_word(table);
        grid->card[slot] = (uint8_t)pop(table, luck);
        grid->card[slot + 1] = (uint8_t)pop(table, luck >> 32);
    }
    memset(grid->key, 0, sizeof grid->key);
    grid->hidden = grid->own = ALL_SLOTS;
    uint64_t luck = next_word(table);
    int first = member(ALL_SLOTS, luck), second = member(ALL_SLOTS & ~(1u << first), luck >> 32);
    show(grid, first, grid->card[first]);
    show(grid, second, grid->card[second]);
    return grid->card[first] + grid->card[second];
}

static int deal(Table *table) {
    int starter = 0, highest = 0;
    memcpy(table->pile, deck, N_CARDS);
    table->n_pile = N_CARDS;
    table->n_discard = 0;
    table->lines = 0;
    for (int seat = 0; seat < table->players; seat++) {
        int sum = deal_grid(table, &table->grids[seat]);
        if (sum > highest) highest = sum, starter = seat;
    }
    discard(table, pop(table, next_word(table)));
    return starter;
}

/* Play turns to the end of the round; return the number of turns, and who ended it. */
static inline int play_turns(Table *table, Policy policy, int seat, int *ender) {
    int turns = 0, left = LIMIT_PER_PLAYER * table->players;
    *ender = NOBODY;
    do {
        Grid *grid = &table->grids[seat];
        carry_out(table, grid, policy.is_cutoff ? cutoff_move(table, grid, policy.cutoff) : random_move(table, grid));
        turns++;
        left--;
        if (!grid->hidden && *ender == NOBODY) {
            *ender = seat;
            left = table->players - 1;
        }
        if (++seat == table->players) seat = 0;
    } while (left > 0);
    return turns;
}

static int final_points(Table *table, Grid *grid) {
    int points = 0;
    for (int column = 0; column < N_COLUMNS; column++) {
        const uint8_t *card = grid->card + 3 * column;
        bool is_gone = (card[0] == card[1]) & (card[0] == card[2]);
        if (is_gone && grid->own >> 3 * column & 1) table->lines++;
        points += is_gone ? 0 : card[0] + card[1] + card[2] - 3 * ZERO;
    }
    return points;
}

static void add_scores(Table *table, int ender, Sums *sums) {
    int score[MAX_PLAYERS] = {0}, lowest_other = INT32_MAX, total = 0;
    for (int seat = 0; seat < table->players; seat++) {
        score[seat] = final_points(table, &table->grids[seat]);
        if (seat != ender && score[seat] < lowest_other) lowest_other = score[seat];
    }
    if (ender != NOBODY && score[ender] > 0 && lowest_other <= score[ender]) {
        score[ender] *= 2;
        sums->doubled++;
    }
    for (int seat = 0; seat < table->players; seat++) {
        total += score[seat];
        sums->squares += score[seat] * score[seat];
    }
    sums->scores += total;
    sums->totals_squared += total * total;
}

static void play(Table *table, Policy policy, int64_t rounds, Sums *sums) {
    for (int64_t round = 0; round < rounds; round++) {
        int ender, turns = play_turns(table, policy, deal(table), &ender);
        sums->turns += turns;
        sums->turns_squared += turns * turns;
        sums->ended += ender != NOBODY;
        sums->abandoned += ender == NOBODY;
        add_scores(table, ender, sums);
        sums->lines += table->lines;
        sums->lines_squared += table->lines * table->lines;
    }
}

/* The command. */

static int64_t integer(const char *name, const char *text, int64_t least, int64_t most) {
    char *end;
    int64_t number = strtoll(text, &end, 10);
    if (end == text || *end || number < least || number > most) {
        fprintf(stderr, "%s must be an integer in %" PRId64 "..%" PRId64 ", got %s\n", name, least, most, text);
        exit(2);
    }
    return number;
}

static void print_sums(int64_t rounds, double seconds, const Sums *sums) {
    printf("{\"rounds\": %" PRId64 ", \"cpu_seconds\": %.6f", rounds, seconds);
    printf(", \"turns\": %" PRId64 ", \"turns_squared\": %" PRId64, sums->turns, sums->turns_squared);
    printf(", \"scores\": %" PRId64 ", \"squares\": %" PRId64, sums->scores, sums->squares);
    printf(", \"totals_squared\": %" PRId64 ", \"ended\": %" PRId64, sums->totals_squared, sums->ended);
    printf(", \"lines\": %" PRId64 ", \"lines_squared\": %" PRId64, sums->lines, sums->lines_squared);
    printf(", \"doubled\": %" PRId64 ", \"abandoned\": %" PRId64 "}\n", sums->doubled, sums->abandoned);
}

int main(int n_words, char **words) {
    if (n_words < 4 || n_words > 6 || (strcmp(words[1], "random") && strcmp(words[1], "cutoff"))) {
        fprintf(stderr, "usage: yardstick random|cutoff PLAYERS ROUNDS [SEED] [CUTOFF]\n");
        return 2;
    }
    static Table table;
    Sums sums = {0};
    Policy policy = {words[1][0] == 'c', ZERO + (int)(n_words > 5 ? integer("CUTOFF", words[5], -3, 12) : 2)};
    table.players = (int)integer("PLAYERS", words[2], 2, MAX_PLAYERS);
    int64_t rounds = integer("ROUNDS", words[3], 1, INT64_C(1000000000000));
    table.luck = n_words > 4 ? (uint64_t)integer("SEED", words[4], 0, INT64_MAX) : 1;
    fill_tables();
    clock_t start = clock();
    play(&table, policy, rounds, &sums);
    print_sums(rounds, (double)(clock() - start) / CLOCKS_PER_SEC, &sums);
    return 0;
}
