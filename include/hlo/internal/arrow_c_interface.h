// The Arrow C data and stream interfaces: three structs that carry tables between libraries.
//
// The declarations are those of the specification, an ABI that does not change: every library has
// its own copy, and the guards let two headers meet. A consumer asks an ArrowArrayStream for its
// schema and then for arrays, each a batch of rows, until one has a null `release`. Whoever holds
// a struct calls its `release` once, unless it is null or the struct has been moved. Source: Arrow
// columnar format, C data interface, C stream interface.
#ifndef HLO_INTERNAL_ARROW_C_INTERFACE_H_
#define HLO_INTERNAL_ARROW_C_INTERFACE_H_

#include <stdint.h>  // NOLINT(modernize-deprecated-headers): also for C

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

extern "C" {

// The type of a column, or of a batch: a struct of columns.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

// The values of a column, or of a batch.
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

}  // extern "C"

#endif  // ARROW_C_DATA_INTERFACE

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

extern "C" {

// Batches of one schema. Functions return 0 or an errno value.
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

#endif  // ARROW_C_STREAM_INTERFACE

#endif  // HLO_INTERNAL_ARROW_C_INTERFACE_H_
