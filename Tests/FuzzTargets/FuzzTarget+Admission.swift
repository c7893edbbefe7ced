import JourneyServer

extension FuzzTarget {
    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    /// The start of a connection from a proxy that speaks the PROXY protocol. A header is found in exactly its own bytes and does
    /// not depend on the bytes after it. A refusal is final.
    static let proxyHeader = FuzzTarget(
        "proxy-header",
        seeds: [
            signature + [0x20, 0, 0, 0],
            signature + [0x21, 0x11, 0, 12, 203, 0, 113, 7, 192, 0, 2, 1, 0xC0, 0x01, 0x01, 0xBB],
            signature + [0x21, 0x11, 0, 15] + [UInt8](repeating: 1, count: 12) + [4, 0, 0],
            signature + [0x21, 0x21, 0, 36] + [UInt8](repeating: 2, count: 36),
            signature + [0x21, 0x31, 0, 216] + [UInt8](repeating: 3, count: 216), Array("PROXY TCP4 ".utf8),
        ]
    ) { input in
        func read(_ count: Int) throws -> ProxyHeader? {
            try input.withUnsafeBytes { try ProxyHeader.read(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        }
        do {
            guard let header = try read(input.count) else {
                promise(input.count < ProxyHeader.longest, "a header has an end")
                return
            }
            promise(header.length <= min(input.count, ProxyHeader.longest), "a header is bounded")
            promise((try? read(header.length)) == header, "a header needs nothing behind it")
            promise((try? read(header.length - 1)) == .some(nil), "a header is read as a whole")
            guard case .client(let address, _) = header.source, address != .unix else { return }
            promise(ClientAddress(text: address.text) == address, "an address has one spelling")
        } catch {
            for count in stride(from: input.count, through: 0, by: -1) {
                guard (try? read(count)) != .some(nil) else { break }
                promise((try? read(count)) == nil, "what is refused was never a header")
            }
        }
    }

    /// The forwarding field of a proxy: the method, the field's lines, and the proxy's own element at the end. Nothing before
    /// that changes the result.
    static let forwarded = FuzzTarget(
        "forwarded",
        seeds: [
            "for=192.0.2.60;proto=http;by=203.0.113.43", "for=192.0.2.43, for=\"[2001:db8:cafe::17]:4711\"",
            "for=unknown, for=_a;host=\"a\\\"b\"", "203.0.113.7, 10.0.0.2",
            "[2001:db8::7]:443, ::ffff:10.0.0.2\nunknown",
        ]
    ) { input in
        guard let blocks = AddressBlock("10.0.0.0/8").map({ [$0] }), let peer = ClientAddress(text: "10.0.0.1") else {
            return
        }
        let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
        for way in TrustedProxies.ForwardingMethod.allCases {
            let proxies = TrustedProxies(blocks, way: way)
            let found = ForwardedAddress(peer: peer, values: lines, proxies: proxies)
            promise(found.fault == nil || found.address == peer, "a fault leaves the peer")
            promise(ClientAddress(text: found.address.text) == found.address, "an address has one spelling")
            guard way != .proxyV2 else {
                promise(found.address == peer, "no field counts")
                continue
            }
            let added = way == .forwarded ? "for=\"203.0.113.7:80\"" : "203.0.113.7"
            for end in [lines + [added], lines.dropLast() + ["\(lines.last ?? ""), \(added)"]] {
                let address = ForwardedAddress(peer: peer, values: end, proxies: proxies).address
                promise(address.text == "203.0.113.7", "the proxy's own address counts")
            }
        }
    }
}
