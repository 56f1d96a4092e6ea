// Hash tables that survive running out of memory.
//
//   HashMap<const Shape*, int64_t> numbers;
//   numbers.try_emplace(shape, 7);
//
// They are absl::flat_hash_map and absl::flat_hash_set, whose destructors read memory that is not
// theirs after an insertion that threw std::bad_alloc. So a HashTable repairs the table if it
// cannot grow, and constructs an element before the table reserves a place for it. Insert only
// through the functions defined here.
#ifndef HLO_BASE_HASH_TABLE_H_
#define HLO_BASE_HASH_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace hlo_text_v1::internal {

template <typename Base>
class HashTable : public Base {
 public:
  using typename Base::iterator;
  using typename Base::key_type;
  using typename Base::value_type;
  using Inserted = std::pair<iterator, bool>;

  HashTable() = default;
  HashTable(std::initializer_list<value_type> values) : HashTable(values.begin(), values.end()) {}
  template <typename Iterator>
  HashTable(Iterator begin, Iterator end) {
    insert(begin, end);
  }
  HashTable(const HashTable& other) : HashTable(other.begin(), other.end()) {}
  HashTable(HashTable&& other) noexcept : Base(std::move(other.base())), room_(other.room_) {
    other.room_ = 0;
  }
  HashTable& operator=(HashTable other) noexcept {
    swap(other);
    return *this;
  }
  ~HashTable() = default;

  void swap(HashTable& other) noexcept {
    base().swap(other.base());
    std::swap(room_, other.room_);
  }
  void clear() {
    base().clear();
    const size_t places = base().capacity();  // at most seven eighths of them are used
    room_ = places - places / 8 - (places > 0 ? 1 : 0);
  }
  // Room for `count` elements in all.
  void reserve(size_t count) {
    if (count > this->size() + room_) Grow(count);
  }

  template <typename... Args>
  Inserted try_emplace(key_type&& key, Args&&... args) {
    return Put(std::move(key), std::forward<Args>(args)...);
  }
  template <typename... Args>
  Inserted try_emplace(const key_type& key, Args&&... args) {
    return Put(key, std::forward<Args>(args)...);
  }
  // Of a map: a key and a value; of a set: an element.
  template <typename Key, typename... Value>
  Inserted emplace(Key&& key, Value&&... value) {
    if constexpr (kIsMap)
      return Put(std::forward<Key>(key), std::forward<Value>(value)...);
    else
      return PutElement(key_type(std::forward<Key>(key), std::forward<Value>(value)...));
  }
  Inserted insert(const value_type& value) { return insert(value_type(value)); }
  Inserted insert(value_type&& value) {
    if constexpr (kIsMap)
      return Put(std::move(value.first), std::move(value.second));
    else
      return PutElement(std::move(value));
  }
  template <typename Iterator>
  void insert(Iterator begin, Iterator end) {
    for (; begin != end; ++begin) insert(value_type(*begin));
  }
  template <typename Value>
  Inserted insert_or_assign(key_type key, Value&& value) {  // NOLINT: moved, unless it is small
    const Inserted result = Put(std::move(key));
    result.first->second = std::forward<Value>(value);
    return result;
  }
  auto& operator[](key_type&& key) { return Put(std::move(key)).first->second; }
  auto& operator[](const key_type& key) { return Put(key).first->second; }

 private:
  static constexpr bool kIsMap = !std::is_same_v<key_type, value_type>;
  static constexpr size_t kFirst = 6;  // elements, which need seven places

  Base& base() { return *this; }

  Inserted Count(Inserted inserted) {
    if (inserted.second) --room_;
    return inserted;
  }
  // reserve changes only the fields of the table before it allocates: if that fails, restoring them
  // makes the table whole. (Growing into a second table that replaces this one made hlo-fmt 94 KB
  // larger.)
  ABSL_ATTRIBUTE_NOINLINE void Grow(size_t count) {
    alignas(Base) unsigned char fields[sizeof(Base)];
    std::memcpy(fields, static_cast<void*>(&base()), sizeof(Base));
    try {
      base().reserve(count);
    } catch (...) {
      std::memcpy(static_cast<void*>(&base()), fields, sizeof(Base));
      throw;
    }
    room_ = count - this->size();
  }
  // Finds `key`; that moves nothing, so references to values stay valid. If it is not there, makes
  // room for it and returns end(). Not inlined, since it is rare.
  template <typename Key>
  ABSL_ATTRIBUTE_NOINLINE iterator FindOrMakeRoom(const Key& key) {
    const iterator found = this->find(key);
    if (found != this->end()) return found;
    if (room_ == 0) Grow(std::max(kFirst, this->size() * 2));
    return this->end();
  }

  template <typename Key, typename... Args>
  Inserted Put(Key&& key, Args&&... args) {
    using Mapped = typename Base::mapped_type;
    if constexpr (std::is_nothrow_constructible_v<key_type, Key&&> &&
                  std::is_nothrow_constructible_v<Mapped, Args&&...>) {
      if (room_ == 0) {
        const iterator found = FindOrMakeRoom(key);
        if (found != this->end()) return {found, false};
      }
      return Count(Base::try_emplace(std::forward<Key>(key), std::forward<Args>(args)...));
    } else {
      const iterator found = FindOrMakeRoom(key);
      if (found != this->end()) return {found, false};
      std::pair<key_type, Mapped> made(std::piecewise_construct,
                                       std::forward_as_tuple(std::forward<Key>(key)),
                                       std::forward_as_tuple(std::forward<Args>(args)...));
      return Count(Base::emplace(std::move(made)));
    }
  }
  Inserted PutElement(key_type&& element) {
    if (room_ == 0) {
      const iterator found = FindOrMakeRoom(element);
      if (found != this->end()) return {found, false};
    }
    return Count(Base::emplace(std::move(element)));
  }

  size_t room_ = 0;  // insertions for which Base does not grow
};

template <typename Key, typename Value, typename... Options>
using HashMap = HashTable<absl::flat_hash_map<Key, Value, Options...>>;
template <typename Key, typename... Options>
using HashSet = HashTable<absl::flat_hash_set<Key, Options...>>;

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_HASH_TABLE_H_
