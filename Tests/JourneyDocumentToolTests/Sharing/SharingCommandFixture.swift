import Foundation
import JourneyBase
import JourneyCLI
import MobileDocument
import Synchronization
import TestSupport
import Testing

/// The commands of a holder and a reader that connect through a socket, with one licence of one authority.
struct SharingCommandFixture {
    let line: CommandLine

    init() async throws {
        line = try CommandLine()
        _ = try line.folder.write(
            #"{"age_over_18": true, "age_over_21": true, "age_over_65": false}"#, "age.json")
        let issued = await line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "--new-authority", "Utopia", "-o", ":age.hex")
        #expect(issued.status == .done, "\(issued.talk)")
        _ = try line.folder.write(
            #"{"name": "ages", "documents": [{"docType": "eu.europa.ec.av.1", "elements": ["age_over_18", "#
                + #"{"element": "age_over_65", "retain": true}]}]}"#, "ages.json")
    }

    /// The results of both commands.
    struct Outcome {
        let holder: CommandLine.Result
        let reader: CommandLine.Result
        let address: String

        var shared: JSONValue? { Outcome.last(holder) }
        var read: JSONValue? { Outcome.last(reader) }

        /// Returns the states that a command reported, in order.
        static func states(_ result: CommandLine.Result) -> [String] {
            events(result).filter { $0["event"] == "state" }.compactMap { $0["state"]?.string }
        }

        static func events(_ result: CommandLine.Result) -> [JSONValue] {
            result.output.split(separator: "\n").compactMap {
                try? JSONReader.read(Array($0.utf8), limits: JSONLimits(bytes: 8 << 20))
            }
        }

        private static func last(_ result: CommandLine.Result) -> JSONValue? { events(result).last }
    }

    /// Runs `present` and `read` with these arguments; `CODE` in `read` stands for the holder's address.
    func meet(
        present: [String], read: [String], air: [String] = ["--air", ":air"]
    ) async throws -> Outcome {
        let holder = line.start(["present", ":age.hex", "--json"] + present + air)
        var address = ""
        for await event in holder.events where event["event"] == "code" || event["event"] == "result" {
            address = event["address"]?.string ?? ""
            break
        }
        let words = read.map { $0 == "CODE" ? address : $0 }
        let reader =
            address.isEmpty
            ? CommandLine.Result(status: .failed, output: "", talk: "")
            : await line.run(
                ["read", "--json"] + words + air)
        if address.isEmpty { holder.task.cancel() }
        return Outcome(holder: await holder.task.value, reader: reader, address: address)
    }
}
