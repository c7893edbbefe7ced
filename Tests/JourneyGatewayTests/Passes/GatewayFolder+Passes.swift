import Foundation
import JourneyBase
import JourneyCrypto

@testable import JourneyGateway

extension GatewayFolder {
    /// The member `passes` of the configuration, with the files of `writePasses`.
    static let passes: JSONValue = [
        "host": "gateway.localhost",
        "types": [
            "pass.com.example.ticket": [
                "pkcs12File": "passes/ticket.p12", "passwordFile": "passes/ticket.password",
                "templateFolder": "passes/ticket",
            ],
            "pass.com.example.other": [
                "pkcs12File": "passes/other.p12", "passwordFile": "passes/other.password",
                "templateFolder": "passes/ticket",
            ],
        ],
        "sessionSeconds": 300, "auditDays": 30, "rates": ["issuerData": 1_000_000, "tag": 1_000_000],
    ]

    static let passPassword = "password of the file"

    /// Writes the files, and the configuration with `passes`.
    func writePasses(_ passes: JSONValue = GatewayFolder.passes) throws {
        let credentials = try PassServiceFixture.PassCredentials.live.get()
        for (name, identity) in [
            ("ticket", credentials.ticket), ("other", credentials.other), ("expired", credentials.expired),
        ] {
            let file = try identity.pkcs12(password: Secret(copying: Self.passPassword.utf8), name: name)
            try write("passes/\(name).p12", file, mode: 0o600)
            try write("passes/\(name).password", Array((Self.passPassword + "\n").utf8), mode: 0o600)
        }
        for (name, bytes) in PassServiceFixture.template { try write("passes/ticket/\(name)", bytes) }
        try write("passes/ticket/fr.lproj/pass.strings", Array("\"Name\" = \"Nom\";\n".utf8))
        try write("passes/ticket/.DS_Store", [0])
        var configuration = try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: file)))).object ?? [:]
        configuration["passes"] = passes
        // The second name is for programs that resolve no other name below localhost.
        configuration["listen"] = ["address": "127.0.0.1", "port": 0, "names": ["gateway.localhost", "localhost"]]
        try write("gateway.json", JSONValue.object(configuration).compactBytes)
    }
}
