// A server on two file descriptors.
#ifndef HLO_LSP_SESSION_H_
#define HLO_LSP_SESSION_H_

namespace hlo::internal {

// Serves messages from `input` until `exit` or its end. Returns the exit status, or ends the
// process with it if the verifier is still at work.
int RunSession(int input, int output);

}  // namespace hlo::internal

#endif  // HLO_LSP_SESSION_H_
