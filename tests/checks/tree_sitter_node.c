// Gives node the language of parser.c, compiled and linked with it, as an addon for the npm package
// tree-sitter: tree_sitter_node.mjs loads it.
#include <node_api.h>

const void* tree_sitter_hlo(void);

NAPI_MODULE_INIT() {
  // By this tag the package knows that the pointer is a language.
  static const napi_type_tag kTag = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};
  napi_value language;
  if (napi_create_external(env, (void*)tree_sitter_hlo(), NULL, NULL, &language) != napi_ok ||
      napi_type_tag_object(env, language, &kTag) != napi_ok ||
      napi_set_named_property(env, exports, "language", language) != napi_ok) {
    napi_throw_error(env, NULL, "no language");
  }
  return exports;
}
