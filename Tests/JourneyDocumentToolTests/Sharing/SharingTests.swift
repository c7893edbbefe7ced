import Foundation
import JourneyBase
import JourneyCLI
import JourneyHarness
import TestSupport
import Testing

@Suite("journey mdoc present and read over the local link", .timeLimit(.minutes(10)))
struct SharingTests {
    private static let ages = ["--request", ":ages.json"]

    @Test("a full share verifies with status 0 on both sides, and frees the radio")
    func all() async throws {
        let meeting = try await SharingCommandFixture()
        let outcome = try await meeting.meet(
            present: ["--consent", "all"], read: ["CODE", "--trust", ":office/iaca.pem"] + Self.ages)
        #expect(outcome.holder.status == .done && outcome.reader.status == .done, "\(outcome)")
        #expect(outcome.shared?["outcome"] == "shared")
        #expect(
            outcome.shared?["documents"]?[0]?["elements"]?.array
                == ["eu.europa.ec.av.1/age_over_18", "eu.europa.ec.av.1/age_over_65"])
        #expect(outcome.read?["outcome"] == "verified" && outcome.read?["missing"]?.array == [])
        #expect(outcome.read?["ages"]?["18"] == true && outcome.read?["ages"]?["65"] == false)
        #expect(outcome.read?["report"]?["failed"] == 0)
        #expect(
            SharingCommandFixture.Outcome.states(outcome.holder) == [
                "notStarted", "readyToPresent", "presentingEngagement", "connecting", "requestReceived",
                "processingResponse",
            ])
        #expect(Array(SharingCommandFixture.Outcome.states(outcome.reader).suffix(2)) == ["verifying", "success"])
        let request = SharingCommandFixture.Outcome.events(outcome.holder).first { $0["event"] == "request" }
        #expect(request?["items"]?.array?.map { $0["retained"] } == [false, true])
        #expect(request?["items"]?[1]?["element"] == "eu.europa.ec.av.1/age_over_65")
        // The lock of the socket is released.
        let left = try FileManager.default.contentsOfDirectory(atPath: meeting.line.folder.path)
        #expect(!left.contains { $0.hasPrefix("air") }, "\(left)")
    }

    @Test("a partial share omits what is not allowed, and the reader's status says that data is missing")
    func some() async throws {
        let meeting = try await SharingCommandFixture()
        let outcome = try await meeting.meet(
            present: ["--consent", "age_over_65"], read: ["CODE", "--trust", ":office/iaca.pem"] + Self.ages)
        #expect(outcome.holder.status == .done && outcome.reader.status == .refused, "\(outcome)")
        #expect(outcome.shared?["documents"]?[0]?["elements"]?.array == ["eu.europa.ec.av.1/age_over_65"])
        #expect(outcome.read?["outcome"] == "incomplete")
        #expect(outcome.read?["missing"]?.array == ["eu.europa.ec.av.1/age_over_18"])
        #expect(outcome.read?["report"]?["failed"] == 0)
    }

    @Test(
        "a share without allowed elements is status 3 on both sides",
        arguments: ["none", "family_name"])
    func denied(_ consent: String) async throws {
        let meeting = try await SharingCommandFixture()
        let outcome = try await meeting.meet(
            present: ["--consent", consent], read: ["CODE", "--trust", ":office/iaca.pem"] + Self.ages)
        #expect(outcome.holder.status == .refused && outcome.shared?["outcome"] == "denied", "\(outcome)")
        #expect(outcome.reader.status == .refused && outcome.read?["outcome"] == "declined")
    }

    @Test("an untrusted or missing authority is status 3, and no age is concluded", arguments: [true, false])
    func untrusted(_ another: Bool) async throws {
        let meeting = try await SharingCommandFixture()
        let other = await meeting.line.run(
            "issue", ":age.json", "-t", "av", "-a", ":other", "--new-authority", "Elsewhere", "-o", ":other.hex")
        #expect(other.status == .done)
        let outcome = try await meeting.meet(
            present: ["--consent", "all"],
            read: ["CODE"] + Self.ages + (another ? ["--trust", ":other/iaca.pem"] : []))
        #expect(outcome.holder.status == .done && outcome.reader.status == .refused, "\(outcome)")
        #expect(outcome.read?["outcome"] == "notVerified" && outcome.read?["ages"]?.object?.isEmpty == true)
    }

    @Test("a share works from a picture of the code, with the holder as client and a MAC")
    func picture() async throws {
        let meeting = try await SharingCommandFixture()
        let outcome = try await meeting.meet(
            present: ["--consent", "all", "--png", ":code.png", "--mode", "client", "--mac"],
            read: [":code.png", "--trust", ":office/iaca.pem"] + Self.ages)
        #expect(outcome.holder.status == .done && outcome.reader.status == .done, "\(outcome)")
        #expect(outcome.read?["outcome"] == "verified")
    }

    @Test("a signing reader is named to a holder that trusts its authority, and another is not")
    func readerAuthentication() async throws {
        let meeting = try await SharingCommandFixture()
        #expect(await meeting.line.run("reader", ":police", "--name", "Utopia Police").status == .done)
        #expect(await meeting.line.run("reader", ":police", "--name", "Another").status == .refused)
        #expect(await meeting.line.run("reader", ":nobody").status == .badInput)
        let read = ["CODE", "--trust", ":office/iaca.pem", "--reader", ":police"] + Self.ages
        let first = try await meeting.meet(present: ["--consent", "all"], read: read)
        let stranger = SharingCommandFixture.Outcome.events(first.holder).first { $0["event"] == "request" }
        #expect(first.reader.status == .done && stranger?["title"]?.string?.contains("Police") == false, "\(first)")
        let second = try await meeting.meet(
            present: ["--consent", "all", "--trust", ":police/root.pem"], read: read)
        let known = SharingCommandFixture.Outcome.events(second.holder).first { $0["event"] == "request" }
        #expect(known?["title"]?.string?.contains("Utopia Police") == true, "\(second)")
    }

    @Test(
        "an invalid address is status 2 before any search", arguments: ["mdoc:!!", "mdoc:", ":blank.pgm", ":none"])
    func badAddress(_ code: String) async throws {
        let line = try CommandLine()
        _ = try line.folder.write(Drawing(blank: 90, 90).pgm, "blank.pgm")
        let result = await line.run("read", code, "--air", ":air", "--json")
        #expect(result.status == .badInput && result.json?["error"]?["code"]?.string != nil, "\(result)")
    }

    @Test("reader and holder give up after their timeout with status 1 and a message")
    func nobody() async throws {
        let meeting = try await SharingCommandFixture()
        let holder = await meeting.line.run(
            "present", ":age.hex", "--consent", "all", "--wait", "1", "--air", ":air", "--json", "--png", ":code.png")
        #expect(holder.status == .failed)
        #expect(SharingCommandFixture.Outcome.events(holder).last?["reason"] == "connect")
        let reader = await meeting.line.run("read", ":code.png", "--wait", "1", "--air", ":air", "--json")
        #expect(reader.status == .failed)
        #expect(SharingCommandFixture.Outcome.events(reader).last?["code"] == "READING_NOT_FOUND", "\(reader)")
    }

    @Test("an interrupted share tells the reader and frees the link")
    func stopped() async throws {
        let meeting = try await SharingCommandFixture()
        let holder = meeting.line.start(["present", ":age.hex", "--json", "--air", ":air", "--consent", "all"])
        for await event in holder.events where event["event"] == "code" { holder.task.cancel() }
        let result = await holder.task.value
        #expect(result.status == .failed)
        #expect(SharingCommandFixture.Outcome.events(result).last?["reason"] == "person", "\(result)")
        let left = try FileManager.default.contentsOfDirectory(atPath: meeting.line.folder.path)
        #expect(!left.contains { $0.hasPrefix("air") }, "\(left)")
    }

    @Test("a stored batch shows each copy once, then none is left")
    func store() async throws {
        let meeting = try await SharingCommandFixture()
        let issued = await meeting.line.run(
            "issue", ":age.json", "-t", "av", "-a", ":office", "-n", "2", "-o", ":folder-age.hex")
        #expect(issued.status == .done)
        let folder = meeting.line.path("batch")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: meeting.line.folder.path)
        where name.hasPrefix("folder-age") {
            try FileManager.default.moveItem(atPath: meeting.line.path(name), toPath: folder + "/" + name)
        }
        for round in 0..<3 {
            let holder = meeting.line.start(
                ["present", "--store", ":store", "--json", "--air", ":air", "--consent", "all"]
                    + (round == 0 ? [":batch"] : []))
            for await event in holder.events where event["event"] == "code" {
                _ = await meeting.line.run(
                    ["read", event["address"]?.string ?? "", "--trust", ":office/iaca.pem", "--air", ":air"] + Self.ages
                )
            }
            let result = await holder.task.value
            #expect(result.status == (round < 2 ? .done : .badInput), "\(round): \(result)")
        }
    }

    @Test("invalid options are status 2 with a sentence")
    func usage() async throws {
        let meeting = try await SharingCommandFixture()
        for words in [
            ["present"], ["present", ":nowhere"], ["present", ":office"],
            ["present", ":age.hex", "--consent", "all", "--consent", "x"],
            ["present", ":age.hex", "--radio", "carrier-pigeon"], ["read"],
            ["read", "mdoc:AA", "--profile", "identity", "--request", ":ages.json"],
            ["read", "mdoc:AA", "--reader", ":nowhere"],
        ] {
            let result = await meeting.line.run(words)
            #expect(result.status == .badInput && !result.talk.isEmpty, "\(words): \(result)")
        }
        let nobody = await meeting.line.run("present", ":age.hex", "--consent", "all", "--radio", "/nowhere/radio")
        #expect(nobody.status == .failed && nobody.output.contains("SHARING_CAPABILITY"), "\(nobody)")
    }

    @Test(
        "a share over a Bluetooth stack on a virtual medium gives the same result",
        .enabled(if: RadioServices.python != nil, "\(RadioServices.missing)"))
    func bumble() async throws {
        let meeting = try await SharingCommandFixture()
        let outcome = try await meeting.meet(
            present: ["--consent", "all"], read: ["CODE", "--trust", ":office/iaca.pem"] + Self.ages,
            air: ["--radio", "bumble", "--air", ":air"])
        #expect(outcome.holder.status == .done && outcome.reader.status == .done, "\(outcome)")
        #expect(outcome.read?["outcome"] == "verified")
    }
}
