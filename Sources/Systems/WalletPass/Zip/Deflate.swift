/// Compression of archive files by the system's library.
///
/// `packed(_:)` returns the stream of `bytes`, or `nil` when memory ran out. `unpacked(_:count:)` returns the `count` bytes of a
/// stream, or `nil` when it is damaged, has another length, or has trailing bytes.
enum Deflate {}
