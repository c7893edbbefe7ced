/// Packs and unpacks files of an archive, by the system's own library:
/// `packed(_:)` gives the stream of `bytes`, or `nil` when memory ran out; `unpacked(_:count:)` gives the `count` bytes that a
/// stream holds, or `nil` when it is damaged, holds more or less, or has something behind it.
enum Deflate {}
