import JourneyBase
import Testing

@testable import JourneyDevice

@Suite("Keychain items and statuses")
struct KeychainItemTests {
    @Test("a secret is not read as an item, an item not as a secret, and malformed data as neither")
    func kinds() {
        for isSecret in [true, false] {
            let item = [KeychainItem.mark(isSecret: isSecret)] + [1, 2, 3]
            #expect(throws: Never.self) { try KeychainItem.check(item, isSecret: isSecret) }
            #expect(throws: JourneyError.self) { try KeychainItem.check(item, isSecret: !isSecret) }
            #expect(throws: JourneyError.self) { try KeychainItem.check([UInt8](), isSecret: isSecret) }
            #expect(throws: JourneyError.self) { try KeychainItem.check([2, 1], isSecret: isSecret) }
        }
    }

    @Test("an item has a maximum length")
    func length() {
        let mark = KeychainItem.mark(isSecret: false)
        let longest = [mark] + [UInt8](repeating: 7, count: KeychainItem.limit)
        #expect(throws: Never.self) { try KeychainItem.check(longest, isSecret: false) }
        #expect(throws: JourneyError.self) { try KeychainItem.check(longest + [7], isSecret: false) }
    }

    @Test("a status means found, not found, or an error with a recovery")
    func statuses() throws {
        #expect(try KeychainStatus(0).found())
        #expect(try KeychainStatus(-25_299).found())
        #expect(try !KeychainStatus(-25_300).found())
        let locked = #expect(throws: JourneyError.self) { try KeychainStatus(-25_308).found() }
        #expect(locked?.code == .storeFailed && locked?.isRecoverable == true)
        for status: Int32 in [-34_018, -50, -25_293, 1, .min] {
            let fault = #expect(throws: JourneyError.self) { try KeychainStatus(status).found() }
            #expect(fault?.code == .storeFailed && fault?.isRecoverable == false)
        }
    }
}
