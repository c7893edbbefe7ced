import Glibc
import JourneyBase

/// Finds a currently free loopback port, for programs that cannot select one themselves.
package enum FreePort {
    /// Returns the port number. Throws `CONFIGURATION_INVALID` when binding a port fails.
    package static func take() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            throw JourneyError(
                .configurationInvalid, "Binding a free port on 127.0.0.1 failed: \(String(cString: strerror(errno))).")
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
