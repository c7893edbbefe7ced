import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import MobileDocument

extension DocumentCommand {
    static let status = Command(
        "status", summary: "verifies a status list and shows the status at an index",
        discussion: [
            "TOKEN is a Token Status List in CWT or JWT. journey mdoc verify --status-token checks the status of a document with"
                + " it, under the document's own authority; this command uses a key that you name."
        ],
        arguments: [Argument(.file, help: "the signed list; - reads standard input")],
        options: [
            Option(.key, "k", value: .file, help: "The signer's public key or certificate: PEM, JWK or COSE_Key"),
            Option(.index, value: .integer(0...Int.max), help: "Index in the list, as the credential names it"),
            Option(.uri, value: .text("URI"), help: "Address of the list, as the credential names it"),
            Support.timeOption, InputFile.formOption,
        ],
        examples: [
            .init(
                "journey mdoc status list.jwt -k issuer.jwk --index 412 --uri https://example.com/statuslists/1",
                "Prints the status: 0 is valid, 1 invalid, 2 suspended.")
        ]
    ) { invocation in
        let token = try TrustOptions.token(try invocation.required(.file), invocation)
        let uri = try invocation.required(.uri, or: "--uri is required: the address of the list.")
        let key = try KeyFile.publicKey(
            try invocation.required(.key, or: "--key is required: the signer's key."), invocation)
        guard let index = invocation.integer(.index) else {
            throw CommandError.usage("--index is required: the index in the list.")
        }
        let time = try invocation.time(.at)
        do throws(StatusToken.VerificationError) {
            let status = try token.status(at: UInt64(index), uri: uri, key: key, at: time)
            let name = ["valid", "invalid", "suspended"].dropFirst(Int(status)).first ?? "defined by the application"
            invocation.terminal.print(
                ["status": .number(JSONNumber(Int64(status))), "meaning": .string(name)], or: "\(status), \(name)")
            return status == 0 ? .done : .refused
        } catch {
            throw CommandError(.refused, code: error.code, "The status list failed verification: \(error.detail).")
        }
    }
}
