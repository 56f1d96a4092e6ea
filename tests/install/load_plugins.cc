// Loads two plugins with a copy of the library each, whose symbols may be seen by all, and asks
// both.
#include <dlfcn.h>

#include <cstdio>
#include <initializer_list>

int main() {
  const char* text =
      "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n  ROOT n = f32[] negate(p)\n}\n";
  for (const char* path : {PLUGIN_ONE, PLUGIN_TWO}) {
    void* plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (plugin == nullptr) return std::printf("%s\n", dlerror()), 1;
    const auto count =
        reinterpret_cast<int (*)(const char*)>(dlsym(plugin, "TwiceTheInstructions"));
    std::printf("%d ", count(text));
  }
  std::printf("\n");
  return 0;
}
