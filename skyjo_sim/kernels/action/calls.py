"""The signature of policies of Skyjo Action, and calling them by address."""

import numba
from numba.core import types

from skyjo_sim.kernels.action.layout import TABLE
from skyjo_sim.kernels.calls import PARAMS_TYPE, STREAM_TYPE, caller_of

TABLE_TYPE = numba.from_dtype(TABLE)
ACTION_POLICY_ARGUMENTS = (TABLE_TYPE, types.int64, PARAMS_TYPE, STREAM_TYPE)
ACTION_POLICY_SIGNATURE = types.int64(*ACTION_POLICY_ARGUMENTS)
"""``policy(table, seat, params, stream) -> action id``, with the table of Skyjo Action."""

call_action_policy = caller_of(ACTION_POLICY_ARGUMENTS)
