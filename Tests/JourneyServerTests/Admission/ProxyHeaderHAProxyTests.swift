import Foundation
import Glibc
import JourneyBase
import Testing

@testable import JourneyServer

@Suite(
    "PROXY headers from HAProxy", .enabled(if: HAProxy.isInstalled, Comment(rawValue: HAProxy.missing)),
    .timeLimit(.minutes(2)))
struct ProxyHeaderHAProxyTests {
    @Test("HAProxy's health check names the proxy, and a client's connection names the client")
    func captured() async throws {
        let hasIPv6 = LoopbackSocket.hasIPv6
        try await HAProxy.visit { proxy in
            // The first connection is the proxy's own check: it shows that the proxy is up, too.
            let check = try await blocking { try proxy.backend.header(followedBy: "") }
            #expect(check.source == .peer)
            for (port, host) in [
                (proxy.port, "127.0.0.1"), (proxy.optionsPort, "127.0.0.1"), (proxy.port, "::1"),
            ] where host != "::1" || hasIPv6 {
                let (source, own) = try await blocking {
                    let client = try LoopbackSocket(connectingTo: host, port: port)
                    try client.send("hello")
                    return (try proxy.backend.header(followedBy: "hello").source, try client.port)
                }
                let address = try #require(ClientAddress(text: host))
                #expect(source == .client(address, port: UInt16(own)), "\(host), \(port)")
            }
            // A client on a Unix socket has no address for the proxy to forward.
            let local = try await blocking {
                let client = try LoopbackSocket(connectingTo: proxy.path)
                try client.send("hello")
                return try proxy.backend.header(followedBy: "hello")
            }
            #expect(local.source == .peer)
        }
    }
}
