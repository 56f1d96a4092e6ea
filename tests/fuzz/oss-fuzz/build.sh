#!/bin/bash -eu
# Builds the fuzz targets as OSS-Fuzz asks for: with its compilers and flags ($CC, $CXX, $CFLAGS,
# $CXXFLAGS) and its engine ($LIB_FUZZING_ENGINE), into $OUT, each with a corpus and the dictionary.
# The libraries below $SRC/abseil-cpp and $SRC/re2 are built with the same flags, if they are there.
cd "$SRC/hlo-text"
work=${WORK:-$SRC/work}
mkdir -p "$work" "$OUT"

libraries=$work/libraries
for library in abseil-cpp re2; do
  [ -d "$SRC/$library" ] || continue
  cmake -S "$SRC/$library" -B "$work/$library" -G Ninja -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_STANDARD=17 -DCMAKE_INSTALL_PREFIX="$libraries" -DCMAKE_PREFIX_PATH="$libraries" \
    -DABSL_PROPAGATE_CXX_STD=ON -DBUILD_TESTING=OFF -DRE2_BUILD_TESTING=OFF
  cmake --build "$work/$library" --target install
done

cmake -S . -B "$work/hlo-text" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_PREFIX_PATH="$libraries" -DHLO_TEXT_BUILD_TESTS=OFF -DHLO_TEXT_INSTALL=OFF \
  -DHLO_TEXT_BUILD_FUZZERS=ON -DHLO_TEXT_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$work/hlo-text" --target fuzz_targets fuzz_dictionary

python3 tests/fuzz/make_seeds.py --out "$work/seeds"
for target in "$work"/hlo-text/tests/fuzz/*_fuzzer; do
  name=$(basename "$target")
  cp "$target" "$OUT/"
  cp "$work/hlo-text/tests/fuzz/hlo.dict" "$OUT/$name.dict"
  printf '[libfuzzer]\nmax_len = 4096\ntimeout = 25\n' > "$OUT/$name.options"
  # What earlier runs found, minimized, if it is there; otherwise the seeds.
  corpus=tests/fuzz/corpus/${name%_fuzzer}
  [ -d "$corpus" ] || corpus=$work/seeds/${name%_fuzzer}
  [ ! -d "$corpus" ] || (cd "$corpus" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
done
