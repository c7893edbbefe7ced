import Testing

@testable import CredentialSharing

@Suite struct ServiceTests {
    @Test func `a service has its mode's characteristics and only 16-byte UUIDs`() throws {
        let uuid = [UInt8](repeating: 7, count: 16)
        let server = try #require(GATTService(.peripheralServer, uuid: uuid))
        #expect(server.characteristics.compactMap { server.uuid(of: $0)?[3] } == [1, 2, 3])
        #expect(server.uuid(of: .ident) == nil && server.uuid(of: .channel)?[3] == 0x0A)
        let client = try #require(GATTService(.centralClient, uuid: uuid, ident: uuid))
        #expect(client.characteristics.compactMap { client.uuid(of: $0)?[3] } == [5, 6, 7, 8])
        #expect(client.uuid(of: .channel)?[3] == 0x0B)
        for count in [0, 2, 15, 17] {
            let other = [UInt8](repeating: 7, count: count)
            #expect(GATTService(.centralClient, uuid: other) == nil)
            #expect(GATTService(.centralClient, uuid: uuid, ident: other) == nil)
        }
    }
}
