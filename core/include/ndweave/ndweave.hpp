/// Everything: kernels in plain C++20, run on every processor.
#pragma once

#include "ndweave/atomic_ref.hpp"
#include "ndweave/device.hpp"
#include "ndweave/event.hpp"
#include "ndweave/exception.hpp"
#include "ndweave/graph.hpp"
#include "ndweave/group_algorithms.hpp"
#include "ndweave/handler.hpp"
#include "ndweave/item.hpp"
#include "ndweave/kernel_log.hpp"
#include "ndweave/local_accessor.hpp"
#include "ndweave/nd_item.hpp"
#include "ndweave/property.hpp"
#include "ndweave/queue.hpp"
#include "ndweave/range.hpp"
#include "ndweave/reduction.hpp"
#include "ndweave/usm.hpp"
