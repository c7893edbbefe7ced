package import Glibc

/// Calls `body` with the address of the Unix socket at `path`.
///
/// - Returns: What `body` returns, or `nil` where `path` is empty, too long for an address, or holds a zero byte.
package func withSocketAddress<Value>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
) -> Value? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
        return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
}
