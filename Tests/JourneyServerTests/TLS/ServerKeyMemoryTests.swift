import COpenSSL
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyServer

/// The places of a server's private key in this process's memory while it serves, and its traces afterwards.
@Suite(
    "Server key in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct ServerKeyMemoryTests {
    /// Returns a context for `files` that is the only owner of the key.
    private func context(_ files: TLSFiles) throws -> TLSServerContext {
        try TLSServerContext([files.identity()], protocols: [], ticketKeys: TicketKeys())
    }

    /// Makes handshakes that sign, in both versions.
    private func serve(_ server: TLSServerContext) throws {
        for version in [TLS1_2_VERSION, TLS1_3_VERSION, TLS1_3_VERSION] {
            var settings = TLSClient.Settings()
            settings.newest = version
            #expect(try TLSPair(server, settings).shakeHands() == .done)
        }
    }

    /// Returns the number of matches of `scan` outside and inside OpenSSL's locked heap.
    private func places(_ scan: NumberScan) throws -> (ordinary: Int, locked: Int) {
        let places = try scan.places()
        let locked = places.count { CRYPTO_secure_allocated(UnsafeRawPointer(bitPattern: $0)) == 1 }
        return (places.count - locked, locked)
    }

    @Test("an EC key is only in locked memory, and is wiped with its context")
    func curve() throws {
        let files = try TLSFiles("localhost", .ec)
        let (scan, text) = try (files.scan(7..<39), files.textScan())
        var server: TLSServerContext? = try context(files)
        #expect(CRYPTO_secure_malloc_initialized() == 1)
        #expect(try places(scan) == (0, 1))
        try serve(#require(server))
        #expect(try places(scan) == (0, 1) && text.count() == 0)
        server = nil
        #expect(try scan.count() == 0)
    }

    @Test("an RSA key is only in locked memory, and is wiped with its context")
    func rsa() throws {
        let files = try TLSFiles("localhost", .rsa)
        let (exponent, prime, text) = try (files.scan(number: 3), files.scan(number: 4), files.textScan())
        var server: TLSServerContext? = try context(files)
        #expect(try places(exponent) == (0, 1) && places(prime) == (0, 1))
        try serve(#require(server))
        #expect(try places(exponent) == (0, 1) && places(prime) == (0, 1) && text.count() == 0)
        server = nil
        #expect(try exponent.count() == 0 && prime.count() == 0)
    }
}
