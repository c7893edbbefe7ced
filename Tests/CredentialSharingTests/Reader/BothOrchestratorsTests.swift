import Foundation
import JourneyBase
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

/// Both sides of this package with each other, from user to user, with documents of a store.
@Suite(.timeLimit(.minutes(10))) struct BothOrchestratorsTests {
    /// A holder whose documents are in a store, and a reader nearby.
    private struct Pair {
        let stage: HolderFixture
        let disk: StoreOnDisk
        let holder: HolderOrchestrator
        let reader: ReaderOrchestrator
        let id: Credential.ID

        init(
            _ modes: Set<BluetoothMode> = [.peripheralServer], proof: HolderSettings.Proof = .signature,
            person: ScriptedPerson = ScriptedPerson()
        ) async throws {
            stage = try await HolderFixture(person: person)
            disk = try StoreOnDisk()
            let store = await disk.credentials(stage.dependencies)
            let documents = try await stage.office.licences(try await store.makeKeys(1))
            id = try await store.add(documents, title: "Licence", use: .single, lowMark: 0).id
            holder = HolderOrchestrator(
                source: store, transport: stage.transport, presenter: stage.person, trust: ReaderTrust(anchors: []),
                settings: HolderSettings(modes: modes, proof: proof), dependencies: stage.dependencies)
            reader = ReaderOrchestrator(
                transport: stage.readers, verifier: DocumentVerifier(trust: try stage.office.trust),
                dependencies: stage.dependencies)
        }

        func run(_ profile: RequestProfile) async throws -> (PresentationEnd, ReaderSessionState) {
            let presenting = Task { await holder.startPresentation([id]) }
            await stage.recorder.waits(for: "OR->>UI: render presentingEngagement")
            let code = try #require(holder.currentSession?.cryptoContext?.engagement.address())
            let read = await reader.startReading(profile, code: code)
            // If the test's time limit ended the reader, the holder is cancelled too.
            if Task.isCancelled { presenting.cancel() }
            let end = await presenting.value
            stage.expectNothingLeft()
            #expect(stage.readerRadio.use == .none && stage.readers.openConnections == 0)
            await stage.close()
            return (end, read)
        }
    }

    @Test(
        arguments: [Set([BluetoothMode.peripheralServer]), [.centralClient], [.peripheralServer, .centralClient]],
        HolderSettings.Proof.allCases)
    func `a person shares what a reader requests, in each mode, by signature and MAC`(
        modes: Set<BluetoothMode>, proof: HolderSettings.Proof
    ) async throws {
        let pair = try await Pair(modes, proof: proof)
        let (sent, read) = try await pair.run(.ageOver18)
        #expect(read.word == "verified" && read.result?.ages == [18: true])
        #expect(sent == read.result.map { .success($0.response) })
        let check = read.result?.report.documents[0][.deviceAuthentication]
        #expect(check?.reason == (proof == .mac ? "valid MAC" : "valid signature"))
        // The copy is used up, and nothing of it is left on disk.
        #expect(try await pair.disk.names("document-").isEmpty)
    }

    @Test func `elements that the person does not allow are not sent`() async throws {
        let person = ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.allow { $0.hasSuffix("given_name") }])
        let (_, read) = try await Pair(person: person).run(.identity)
        #expect(read.word == "incomplete")
        #expect(read.result?.report.documents[0].elements.map(\.name.identifier) == ["given_name"])
    }

    @Test func `a denial by the person ends both sides`() async throws {
        let person = ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.press("deny")])
        let pair = try await Pair(person: person)
        let (end, read) = try await pair.run(.identity)
        #expect(end == .cancelled(.denied) && read == .cancelled(.declined))
        // No copy was used.
        #expect(try await pair.disk.names("document-").count == 1)
    }

    @Test(.enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
    func `five hundred transactions leave no memory, no descriptor and no thread`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            func run(_ count: Int) async throws {
                let room = try ReadingFixture()
                let reader = try room.reader()
                for _ in 0..<count {
                    let holder = try await room.holder()
                    let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
                    let end = await reader.startReading(.ageOver18, code: holder.code)
                    try #require(end.word == "verified")
                    _ = await serving.value
                    try #require(room.isQuiet)
                }
            }
            try await run(100)
            let before = Usage.now
            try await run(500)
            let after = Usage.now
            FileHandle.standardError.write(Data("before \(before), after \(after)\n".utf8))
            // A leak of 2 KB per transaction would be a megabyte; the allocator's variation is less.
            try #require(before.memory > 0 && after.memory - before.memory < 1_000_000)
            try #require(after.descriptors <= before.descriptors && after.threads <= before.threads + 1)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("before"), "\(said.suffix(500))")
    }
}

/// The resources of the process.
private struct Usage {
    /// Private memory, in bytes: resident, less what is shared with files.
    let memory: Int
    let descriptors: Int
    let threads: Int

    static var now: Usage {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? -1
        guard fields.count > 2, let pages = Int(fields[1]), let shared = Int(fields[2]) else {
            return Usage(memory: 0, descriptors: files, threads: threads)
        }
        return Usage(memory: (pages - shared) * 4_096, descriptors: files, threads: threads)
    }
}
