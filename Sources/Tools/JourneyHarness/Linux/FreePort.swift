import Glibc
import JourneyBase

/// A port of loopback that nobody has just now: for programs that cannot take a free one by themselves.
package enum FreePort {
    /// The port's number. Throws `CONFIGURATION_INVALID` when the system gives none.
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
        guard isBound else { throw JourneyError(.configurationInvalid, "The system gives no port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
