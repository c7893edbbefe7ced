import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Client address behind proxies")
struct ForwardedAddressTests {
    private static let blocks = ["10.0.0.0/8", "2001:db8:ffff::/48"].compactMap { AddressBlock($0) }

    private static func find(
        _ way: TrustedProxies.ForwardingMethod, _ values: [String], peer: String = "10.0.0.1"
    ) throws -> ForwardedAddress {
        let peer = peer == "unix" ? ClientAddress.unix : try #require(ClientAddress(text: peer))
        return ForwardedAddress(peer: peer, values: values, proxies: TrustedProxies(blocks, way: way))
    }

    @Test(
        "X-Forwarded-For gives the right-most address that is not a proxy's",
        arguments: [
            (["203.0.113.7"], "203.0.113.7"), (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
            (["203.0.113.7, 10.0.0.2"], "203.0.113.7"), (["203.0.113.7,10.0.0.2,10.0.0.3"], "203.0.113.7"),
            (["203.0.113.7", "10.0.0.2"], "203.0.113.7"), (["198.51.100.1", "203.0.113.7, 10.0.0.2"], "203.0.113.7"),
            (["10.0.0.9, 10.0.0.2"], "10.0.0.9"), (["2001:db8::7, 2001:db8:ffff::1"], "2001:db8::7"),
            (["[2001:db8::7]"], "2001:db8::7"), (["[2001:db8::7]:443"], "2001:db8::7"),
            (["203.0.113.7:49153"], "203.0.113.7"),
            (["::ffff:203.0.113.7"], "203.0.113.7"), (["203.0.113.7, ::ffff:10.0.0.2"], "203.0.113.7"),
            ([" \t203.0.113.7\t , \t10.0.0.2 "], "203.0.113.7"), (["203.0.113.7, , 10.0.0.2,"], "203.0.113.7"),
            // Elements before it came from the client and change nothing.
            (["<script>, 203.0.113.7"], "203.0.113.7"), (["unknown, 203.0.113.7"], "203.0.113.7"),
            (["\"10.0.0.2, 203.0.113.7"], "203.0.113.7"), (["203.0.113.", "203.0.113.7"], "203.0.113.7"),
        ])
    func listed(values: [String], address: String) throws {
        let found = try Self.find(.xForwardedFor, values)
        #expect(found.address.text == address && found.fault == nil)
    }

    @Test(
        "Forwarded gives the right-most address that is not a proxy's",
        arguments: [
            // RFC 7239, section 4.
            (["For=\"[2001:db8:cafe::17]:4711\""], "2001:db8:cafe::17"),
            (["for=192.0.2.60;proto=http;by=203.0.113.43"], "192.0.2.60"),
            (["for=192.0.2.43, for=198.51.100.17"], "198.51.100.17"),
            // Section 7.1.
            (["for=192.0.2.43,for=\"[2001:db8:cafe::17]\",for=unknown", "for=203.0.113.7"], "203.0.113.7"),
            (["for=192.0.2.43", "for=\"[2001:db8:cafe::17]\""], "2001:db8:cafe::17"),
            (["for=203.0.113.7, for=10.0.0.2"], "203.0.113.7"), (["for=10.0.0.9, for=10.0.0.2"], "10.0.0.9"),
            (["for=\"203.0.113.7:49153\""], "203.0.113.7"), (["for=\"203.0.113.7:_port\""], "203.0.113.7"),
            (["FOR=\"203.0.113.7\""], "203.0.113.7"), (["proto=https; for=203.0.113.7 ;host=a.example"], "203.0.113.7"),
            (["host=\"a,b;for=1.2.3.4\";for=203.0.113.7"], "203.0.113.7"),
            (["host=\"a\\\",for=1.2.3.4\";for=203.0.113.7"], "203.0.113.7"),
            (["host=\"a\\\\\";for=203.0.113.7"], "203.0.113.7"), ([";for=203.0.113.7;;"], "203.0.113.7"),
            (["for=203.0.113.7;by=_hidden, for=\"10.0.0.2:80\""], "203.0.113.7"),
            (["for=203.0.113.7, ,"], "203.0.113.7"),
            // Elements before it came from the client and change nothing.
            (["for=\"1.2.3.4, for=203.0.113.7"], "203.0.113.7"), (["for=1.2.3.4\\\", for=203.0.113.7"], "203.0.113.7"),
            (["host=\", for=203.0.113.7;host=\"x\""], "203.0.113.7"), (["\"", "for=203.0.113.7"], "203.0.113.7"),
            (["for=\"\\, for=\"[2001:db8::7]\""], "2001:db8::7"), (["for=unknown, for=203.0.113.7"], "203.0.113.7"),
        ])
    func paired(values: [String], address: String) throws {
        let found = try Self.find(.forwarded, values)
        #expect(found.address.text == address && found.fault == nil)
    }

    @Test(
        "an unusable field leaves the peer's address with the reason",
        arguments: [
            (.xForwardedFor, [], .missing), (.xForwardedFor, [""], .missing), (.xForwardedFor, [" , ,"], .missing),
            (.xForwardedFor, ["203.0.113.7, unknown"], .hidden),
            (.xForwardedFor, ["203.0.113.7, _proxy, 10.0.0.2"], .hidden),
            (.xForwardedFor, ["203.0.113.7, x"], .malformed), (.xForwardedFor, ["203.0.113.07"], .malformed),
            (.xForwardedFor, ["203.0.113.7 10.0.0.2"], .malformed),
            (.xForwardedFor, ["203.0.113.7;10.0.0.2"], .malformed),
            (.xForwardedFor, ["\"203.0.113.7\""], .malformed), (.xForwardedFor, ["for=203.0.113.7"], .malformed),
            (.xForwardedFor, ["[203.0.113.7]"], .malformed), (.xForwardedFor, ["[2001:db8::7"], .malformed),
            (.xForwardedFor, ["[2001:db8::7]443"], .malformed), (.xForwardedFor, ["[2001:db8::7]:"], .malformed),
            (.xForwardedFor, ["203.0.113.7:"], .malformed), (.xForwardedFor, ["203.0.113.7:123456"], .malformed),
            (.xForwardedFor, ["2001:db8::7%eth0"], .malformed), (.forwarded, [], .missing),
            (.forwarded, [""], .missing),
            (.forwarded, ["for=unknown"], .hidden), (.forwarded, ["for=Unknown"], .hidden),
            (.forwarded, ["for=\"_gazonk\""], .hidden),
            (.forwarded, ["for=203.0.113.7, for=_a, for=10.0.0.2"], .hidden), (.forwarded, ["for=_"], .malformed),
            (.forwarded, ["proto=https"], .malformed), (.forwarded, ["for=203.0.113.7:80"], .malformed),
            (.forwarded, ["for=2001:db8::7"], .malformed), (.forwarded, ["for=\"2001:db8::7\""], .malformed),
            (.forwarded, ["for=[2001:db8::7]"], .malformed), (.forwarded, ["203.0.113.7"], .malformed),
            (.forwarded, ["for 203.0.113.7"], .malformed), (.forwarded, ["for = 203.0.113.7"], .malformed),
            (.forwarded, ["for="], .malformed), (.forwarded, ["for=\"\""], .malformed),
            (.forwarded, ["=203.0.113.7"], .malformed),
            (.forwarded, ["for=203.0.113.7;for=203.0.113.8"], .malformed),
            (.forwarded, ["for=\"203.0.113.7"], .malformed),
            (.forwarded, ["for=\"203.0.113.\\7\""], .malformed),
            (.forwarded, ["for=203.0.113.7 by=10.0.0.2"], .malformed),
            (.forwarded, ["for=203.0.113.7;x"], .malformed),
            (.forwarded, ["for=203.0.113.7, for=10.0.0.2;\"x"], .malformed),
        ] as [(TrustedProxies.ForwardingMethod, [String], ForwardedAddress.Fault)])
    func faults(way: TrustedProxies.ForwardingMethod, values: [String], fault: ForwardedAddress.Fault) throws {
        let found = try Self.find(way, values)
        #expect(found.address.text == "10.0.0.1" && found.fault == fault)
    }

    @Test("only a trusted peer can name its client, and only by the configured method")
    func trust() throws {
        for way in TrustedProxies.ForwardingMethod.allCases {
            let found = try Self.find(way, ["203.0.113.7"], peer: "192.0.2.9")
            #expect(found.address.text == "192.0.2.9" && found.fault == nil)
        }
        let found = try Self.find(.proxyV2, ["203.0.113.7"])
        #expect(found.address.text == "10.0.0.1" && found.fault == nil)
        #expect(try Self.find(.xForwardedFor, ["203.0.113.7"], peer: "unix").address.text == "203.0.113.7")
        #expect(try Self.find(.forwarded, ["for=x"], peer: "unix").address == .unix)
    }

    @Test("the PROXY header is accepted from trusted peers only")
    func header() throws {
        let far = try #require(ClientAddress(text: "192.0.2.9"))
        let near = try #require(ClientAddress(text: "10.0.0.1"))
        for way in TrustedProxies.ForwardingMethod.allCases {
            let proxies = TrustedProxies(Self.blocks, way: way)
            #expect(proxies.requireProxyHeader(from: near) == (way == .proxyV2))
            #expect(proxies.requireProxyHeader(from: .unix) == (way == .proxyV2))
            #expect(!proxies.requireProxyHeader(from: far))
        }
        #expect(
            TrustedProxies.ForwardingMethod.allCases.map { TrustedProxies([], way: $0).field } == [
                "Forwarded", "X-Forwarded-For", nil,
            ])
    }

    @Test("fields that a client sends never change the address that its proxy added")
    func beginnings() throws {
        var random = SplitMix(state: 11)
        let pieces = [
            "for=", "\"", "\\", ",", ";", " ", "1.2.3.4", "10.0.0.2", "[::1]", "=", "by=x", "unknown", "\t", ":80",
        ]
        for _ in 0..<5_000 {
            let start = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            for end in [
                "for=203.0.113.7", "for=\"203.0.113.7:80\";by=10.0.0.1", "by=\"a\\\"b\";for=203.0.113.7, for=10.0.0.2",
            ] {
                let found = try Self.find(.forwarded, [start + ", " + end])
                #expect(found.address.text == "203.0.113.7" && found.fault == nil, "\(start)")
            }
            let found = try Self.find(.xForwardedFor, [start + ", 203.0.113.7, 10.0.0.2"])
            #expect(found.address.text == "203.0.113.7" && found.fault == nil, "\(start)")
        }
    }
}
