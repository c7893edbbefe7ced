import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("journey mdoc issue") struct IssueTests {
    @Test("an authority is created once, and signs documents for new and given keys")
    func issue() async throws {
        let line = try CommandLine()
        _ = try line.folder.write(#"{"age_over_18": true, "age_over_21": false}"#, "age.json")
        let first = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "Utopia IACA", "-o", ":age.hex")
        #expect(first.status == .done, "\(first.talk)")
        let again = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "Utopia IACA", "-o", ":age2.hex")
        #expect(again.status == .refused)
        let text = String(decoding: try line.folder.read("age.hex"), as: UTF8.self).filter { !$0.isWhitespace }
        let issued = try IssuerSigned(try #require(Hex.decode(text))[...])
        #expect(issued.mso.docType == .ageVerification)
        let attributes = try FileManager.default.attributesOfItem(atPath: line.path("age.hex.key.pem"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let key = try P256PrivateKey(pem: String(decoding: try line.folder.read("age.hex.key.pem"), as: UTF8.self))
        #expect(try COSEKey(issued.mso.deviceKey).publicKey == .p256(key.publicKey))

        let batch = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "-n", "3", "-o", ":many", "--json")
        #expect(batch.json?["files"]?.array?.count == 3)
        let given = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "-k", ":age.hex.key.pem", "--format", "base64url")
        #expect(given.status == .done && Base64URL.decode(given.output.filter { $0 != "\n" }) != nil)
        let inspected = await line.run("inspect", ":age.hex")
        #expect(inspected.output.hasPrefix("IssuerSigned, ") && inspected.output.contains("certificate of C=UT"))
    }

    @Test("data that the template does not allow is status 2, with its place")
    func refusals() async throws {
        let line = try CommandLine()
        _ = try line.folder.write(#"{"age_over_18": "yes"}"#, "age.json")
        let result = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "X", "-o", ":age.hex", "--json")
        #expect(result.status == .badInput && result.json?["error"]?["code"] == "MDOC_VALUE")
        #expect(result.json?["error"]?["message"]?.string?.contains("age_over_18") == true)
        #expect(await line.run("issue", ":age.json", "-t", "av").status == .badInput)
    }
}
