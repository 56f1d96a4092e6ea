#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz asks for: with its compilers and flags ($CC, $CXX, $CFLAGS,
# $CXXFLAGS) and its engine ($LIB_FUZZING_ENGINE), into $OUT, each with seeds, dictionary and options.
# The libraries in $SRC are built with the same flags; json has only headers, the machine's will do.
# tests/checks/oss_fuzz_check.py runs this.
cd "$SRC/hlo-text"
libraries=$WORK/libraries
for library in abseil-cpp re2 json; do
  [ -d "$SRC/$library" ] || [ "$library" != json ] || continue
  cmake -S "$SRC/$library" -B "$WORK/$library" -G Ninja -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_STANDARD=17 -DCMAKE_INSTALL_PREFIX="$libraries" -DCMAKE_PREFIX_PATH="$libraries" \
    -DABSL_PROPAGATE_CXX_STD=ON -DBUILD_TESTING=OFF -DRE2_BUILD_TESTING=OFF -DJSON_BuildTests=OFF
  cmake --build "$WORK/$library" --target install
done

# Targets run where nothing is installed, so they contain their libraries.
cmake -S . -B "$WORK/hlo-text" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_PREFIX_PATH="$libraries" -DZLIB_USE_STATIC_LIBS=ON -DHLO_TEXT_BUILD_TESTS=OFF \
  -DHLO_TEXT_INSTALL=OFF -DHLO_TEXT_BUILD_FUZZERS=ON -DHLO_TEXT_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/hlo-text" --target fuzz_targets fuzz_dictionary

python3 tests/fuzz/make_seeds.py --out "$WORK/seeds"
for target in "$WORK"/hlo-text/tests/fuzz/*_fuzzer; do
  name=$(basename "$target")
  cp "$target" "$OUT/"
  cp "$WORK/hlo-text/tests/fuzz/hlo.dict" "$OUT/$name.dict"
  printf '[libfuzzer]\nmax_len = 4096\ntimeout = 25\n' > "$OUT/$name.options"
  (cd "$WORK/seeds/${name%_fuzzer}" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
done
