import Glibc

/// The address that a connection comes from.
enum ClientAddress: Hashable, Sendable {
    case v4([UInt8])
    case v6([UInt8])

    /// The address of four or sixteen bytes in network order; an IPv4 address in IPv6's form (RFC 4291, section 2.5.5.2) is the
    /// IPv4 address.
    init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = .v4(bytes)
        case 16 where bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]):
            self = .v4(Array(bytes[12...]))
        case 16: self = .v6(bytes)
        default: return nil
        }
    }

    /// The whole address, such as `203.0.113.7` or `2001:db8:1:2::3`.
    var text: String {
        switch self {
        case .v4(let bytes): bytes.map(String.init).joined(separator: ".")
        case .v6(let bytes): ClientAddress.text(of: bytes)
        }
    }

    /// The address's network, such as `203.0.113.0/24` or `2001:db8:1::/48`: what is left names no household.
    var truncated: String {
        switch self {
        case .v4(let bytes): ClientAddress.v4(bytes.prefix(3) + [0]).text + "/24"
        case .v6(let bytes): ClientAddress.text(of: bytes.prefix(6) + [UInt8](repeating: 0, count: 10)) + "/48"
        }
    }

    /// As RFC 5952 spells it.
    private static func text(of bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
