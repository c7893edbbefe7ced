import Glibc
import TestSupport
import Testing

@testable import JourneyServer

@Suite("The address of a client")
struct ClientAddressTests {
    @Test(
        "an address is read from its usual spellings",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("::", "::"),
            ("::1", "::1"), ("1::", "1::"), ("2001:db8:1:2::3", "2001:db8:1:2::3"),
            ("2001:DB8:0001:0:0:0:0:0003", "2001:db8:1::3"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
            ("64:ff9b::203.0.113.7", "64:ff9b::cb00:7107"), ("::ffff:203.0.113.7", "203.0.113.7"),
            ("::FFFF:cb00:7107", "203.0.113.7"), ("::fffe:203.0.113.7", "::fffe:cb00:7107"),
            // RFC 5952, sections 4.2.2 and 4.2.3.
            ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
            ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ])
    func readable(text: String, spelled: String) throws {
        let address = try #require(ClientAddress(text: text))
        #expect(address.text == spelled)
        #expect(ClientAddress(text: spelled) == address)
    }

    @Test(
        "a malformed address is refused",
        arguments: [
            "", ".", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1..3.4",
            "+1.2.3.4",
            "1.2.3.-4", "0x1.2.3.4", "1.2.3.4/32", "16909060", "1.2.3.١", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "1::2::3", "1:::2", "12345::", "::g",
            "::1%eth0",
            "[::1]", "::1.2.3", "::1.2.3.4.5", "::1.2.3.4:5", "1.2.3.4::", "1:2:3:4:5:6:7:1.2.3.4", "::-1", "::0x1",
            "unix",
            "localhost",
        ])
    func unreadable(text: String) { #expect(ClientAddress(text: text) == nil) }

    @Test("the C library parses and formats the same addresses")
    func oracle() throws {
        var random = SplitMix(state: 23)
        for _ in 0..<20_000 {
            // Short numbers and repeated separators, so that many are addresses and the rest are nearly so.
            let pieces = ["", "0", "1", "7f", "ffff", "db8", "10.0.0.1", "255", "1.2"]
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined(
                separator: Bool.random(using: &random) ? ":" : [":", ".", "::"].randomElement(using: &random) ?? "")
            let ours = ClientAddress(text: text)
            let theirs = ClientAddressTests.system(text)
            #expect(ours == theirs.flatMap { ClientAddress($0) }, "\(text)")
        }
        for _ in 0..<20_000 {
            let bytes = (0..<16).map { _ in
                Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
            }
            // The C library spells IPv4-compatible addresses, which are deprecated (RFC 4291, section 2.5.5.1), in IPv4's form.
            guard !bytes.starts(with: [UInt8](repeating: 0, count: 12)) else { continue }
            let address = try #require(ClientAddress(bytes))
            #expect(address.text == ClientAddressTests.spelled(bytes))
        }
    }

    @Test(
        "limits count an IPv4 address by itself and an IPv6 address by its network",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("::1", "::"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
        ])
    func group(text: String, group: String) throws {
        let address = try #require(ClientAddress(text: text))
        #expect(address.group.text == group)
    }

    @Test("addresses of two networks are counted apart")
    func groups() {
        #expect(ClientAddress(text: "2001:db8:1:2::1")?.group != ClientAddress(text: "2001:db8:1:3::1")?.group)
        #expect(ClientAddress(text: "203.0.113.7")?.group != ClientAddress(text: "203.0.113.8")?.group)
        #expect(ClientAddress.unix.group == .unix)
        #expect(ClientAddress.unix.text == "unix" && ClientAddress.unix.truncated == "unix")
    }

    @Test(
        "loopback addresses are recognised",
        arguments: [
            ("127.0.0.1", true), ("127.255.255.254", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("0.0.0.0", false),
            ("126.0.0.1", false), ("128.0.0.1", false), ("::", false), ("::2", false), ("1::1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        let address = try #require(ClientAddress(text: text))
        #expect(address.isLoopback == isLoopback)
    }

    @Test("a peer on a Unix socket is not loopback")
    func unix() { #expect(!ClientAddress.unix.isLoopback) }

    private static func system(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func spelled(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
