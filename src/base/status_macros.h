// Hands on errors: the statements that absl::Status lacks.
#ifndef HLO_BASE_STATUS_MACROS_H_
#define HLO_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define HLO_RETURN_IF_ERROR(expression)                                  \
  do {                                                                   \
    if (absl::Status status = (expression); !status.ok()) return status; \
  } while (false)
// Declares or sets a variable to the value of an absl::StatusOr, or returns its error.
#define HLO_ASSIGN_OR_RETURN(declaration, expression) \
  HLO_ASSIGN_FROM(HLO_JOINED(result_, __LINE__), declaration, expression)
#define HLO_ASSIGN_FROM(result, declaration, expression) \
  auto result = (expression);                            \
  if (!result.ok()) return result.status();              \
  declaration = *std::move(result)
#define HLO_JOINED(a, b) HLO_JOINED_AS_THEY_ARE(a, b)
#define HLO_JOINED_AS_THEY_ARE(a, b) a##b

#endif  // HLO_BASE_STATUS_MACROS_H_
