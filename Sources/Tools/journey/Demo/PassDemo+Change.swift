import JourneyBase
import JourneyHarness
import JourneySandbox
import JourneyServer

/// What comes after a pass was added: it is looked at, changed, and fetched.
extension PassDemo {
    /// The seat after the change.
    private static let seat = "14 C"

    /// The pass's picture, its new seat, and its picture again.
    func follow(
        _ added: JSONValue, _ wallet: (String...) async throws -> (status: Int32, last: JSONValue), _ play: PassPlay
    ) async throws -> [Report.Check] {
        let id = added["passes"]?.array?.first?.string ?? ""
        let shown = try await wallet(
            "show", id, "--language", locale, "--picture", "\(folder.path)/01-pass.png")
        play.shot("01-pass.png", "The pass")
        let seat = PassPlay.seat(shown.last)
        let records = try await PassRecords(.file(folder.passDatabase))
        try await records.change(branch.tag, ["seat": .string(PassDemo.seat)])
        play.step("The seat changes", "In the service's records, as an administrator does it.")
        let updated = try await wallet("update")
        let again = try await wallet(
            "show", id, "--language", locale, "--picture", "\(folder.path)/02-changed.png")
        play.shot("02-changed.png", "The pass with its new seat")
        let change = updated.last["changes"]?.array?.first?["fields"]?.array?.first { $0["key"] == "seat" }
        return [
            Report.Check(
                "The wallet believed the issuer's data, made a key for the account, signed, and got one pass.",
                holds: ["believed", "signed", "posted", "kept"].allSatisfy { play.count(of: $0) == 1 }),
            Report.Check(
                "The pass's signature holds, and it is bound to the issuer's account.",
                holds: shown.last["believed"] == true && shown.last["boundTo"]?.string == PassServer.name),
            Report.Check("The service tells of updates.", holds: play.count(of: "registered") == 1),
            Report.Check(
                "The new seat came with the update, into the same pass.",
                holds: updated.status == 0 && change?["new"]?.string == PassDemo.seat && change?["old"]?.string == seat
                    && PassPlay.seat(again.last) == PassDemo.seat),
        ]
    }
}
