import Testing

@testable import JourneyServer

@Suite("Address blocks")
struct AddressBlockTests {
    @Test(
        "a block contains the addresses with its prefix and no others",
        arguments: [
            ("10.0.0.0/8", "10.0.0.0", true), ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "9.255.255.255", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("10.0.0.0/8", "::10.1.2.3", false), ("192.0.2.128/25", "192.0.2.128", true),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.4/31", "192.0.2.5", true),
            ("192.0.2.4/31", "192.0.2.6", false),
            ("192.0.2.4/32", "192.0.2.4", true), ("192.0.2.4", "192.0.2.4", true), ("192.0.2.4", "192.0.2.5", false),
            ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false),
            ("::ffff:10.0.0.0/104", "10.9.8.7", true),
            ("::ffff:10.0.0.0/104", "11.0.0.0", false), ("::ffff:0.0.0.0/96", "1.2.3.4", true),
            ("::ffff:192.0.2.4", "192.0.2.4", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::", false), ("2001:db8::/32", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", false),
            ("2001:db8:1:2::/64", "2001:db8:1:2:ffff::", true), ("2001:db8:1:2::/64", "2001:db8:1:3::", false),
            ("2001:db8::8000:0:0:0/65", "2001:db8::8000:0:0:1", true),
            ("2001:db8::8000:0:0:0/65", "2001:db8::1", false),
            ("2001:db8::/127", "2001:db8::1", true), ("2001:db8::/127", "2001:db8::2", false),
            ("2001:db8::1", "2001:db8::1", true), ("2001:db8::1/128", "2001:db8::", false), ("::/0", "ffff::", true),
            ("::/0", "1.2.3.4", false),
        ])
    func holding(block: String, address: String, isHeld: Bool) throws {
        let parsed = try #require(AddressBlock(block))
        let client = try #require(ClientAddress(text: address))
        #expect(parsed.contains(client) == isHeld)
        #expect(!parsed.contains(.unix))
        #expect(AddressBlock(parsed.description) == parsed)
    }

    @Test(
        "a malformed block is refused",
        arguments: [
            "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8/8",
            "10.0.0.0/8 ", "10.0.0.0 /8", "10/8", "10.0.0.0/255.0.0.0", "10.0.0.1/8", "192.0.2.4/29", "10.0.0.0/٨",
            "2001:db8::/129", "2001:db8::1/64", "[2001:db8::]/32", "::ffff:10.0.0.0/95", "::ffff:10.0.0.1/104",
            "gateway.example", "unix",
        ])
    func mistakes(text: String) { #expect(AddressBlock(text) == nil) }
}
