import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyScreens
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct ReaderTransactionTests {
    /// Reads once from a holder that answers with `behave`.
    private func read(
        _ profile: RequestProfile = .ageOver18, room: ReadingFixture? = nil, holder: PlainHolder? = nil,
        by reader: ReaderOrchestrator? = nil,
        _ behave: @escaping @Sendable (PlainHolder.Exchange) async throws -> Void
    ) async throws -> (end: ReaderSessionState, story: [ConnectionEvent], room: ReadingFixture) {
        let room = try room ?? ReadingFixture()
        let holder = if let holder { holder } else { try await room.holder() }
        let serving = try holder.serve(behave)
        let end = await (try reader ?? room.reader()).startReading(profile, code: holder.code)
        let story = await serving.value
        #expect(room.isQuiet)
        return (end, story, room)
    }

    @Test(arguments: ConnectionFixture.Offer.allCases, [false, true])
    func `a whole transaction succeeds in every mode`(offer: ConnectionFixture.Offer, mac: Bool) async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder(offer.methods)
        let (end, story, _) = try await read(.drivingLicence, room: room, holder: holder) {
            try await $0.send($0.seal($0.response(mac: mac)))
        }
        let result = try #require(end.result)
        let proof = try #require(result.report.documents[0][.deviceAuthentication])
        #expect(proof.outcome == .passed && proof.reason == (mac ? "valid MAC" : "valid signature"))
        #expect(result.report.documents[0].elements.contains { $0.value.text == "Muster" })
        // The licence of these tests lacks a few elements.
        guard case .incomplete(let missing) = result.verdict else {
            Issue.record("\(result.verdict)")
            return
        }
        #expect(missing.map(\.identifier).contains("driving_privileges"))
        // The reader ends it: status 20, then the end of the connection.
        #expect(story.count == 4 && story.last == .disconnected(.finished))
    }

    @Test(arguments: [EllipticCurve.p256, .p384, .p521])
    func `the reader's key uses the curve of the code's key`(curve: EllipticCurve) async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder(curve: curve)
        let (end, _, _) = try await read(room: room, holder: holder) { try await $0.send($0.seal($0.response())) }
        #expect(end.word == "verified")
    }

    @Test func `age over 18 is proved by the nearest statement, and nothing else is sent`() async throws {
        let (end, _, _) = try await read { exchange in
            #expect(exchange.request.documents.map { RequestedDocument($0) } == RequestProfile.ageOver18.requested)
            try await exchange.send(exchange.seal(exchange.response()))
        }
        #expect(end.result?.verdict == .verified && end.result?.ages == [18: true])
    }

    @Test(
        arguments: [
            ([21: true], true), ([21: true, 65: false], true), ([16: true, 21: false], nil), ([16: false], false),
            ([18: false, 21: false], false), ([:], nil),
        ] as [([Int: Bool], Bool?)])
    func `over 21 proves over 18, and not over 16 proves not over 18`(held: [Int: Bool], expected: Bool?) async throws {
        let room = try ReadingFixture()
        var content = DocumentIssuerFixture.content()
        for age in [18, 21, 65] { content.values[DocumentIssuerFixture.licence]?["age_over_\(age)"] = nil }
        for (age, value) in held { content.values[DocumentIssuerFixture.licence]?["age_over_\(age)"] = .boolean(value) }
        let holder = try await room.holder(content: content)
        let (end, _, _) = try await read(room: room, holder: holder) { try await $0.send($0.seal($0.response())) }
        #expect(end.result?.ages[18] == expected)
        #expect(end.word == (expected == nil ? "incomplete" : "verified"))
    }

    @Test func `identity needs one of its documents`() async throws {
        let (end, _, _) = try await read(.identity) { try await $0.send($0.seal($0.response())) }
        #expect(end.result?.verdict == .verified && end.result?.report.missing == [.personIdentification])
    }

    @Test func `data with status 20 ends the session, and the data counts`() async throws {
        let (end, story, _) = try await read { exchange in
            try await exchange.send(exchange.seal(exchange.response(), status: .termination))
        }
        #expect(end.word == "verified")
        // A holder that has ended the session receives no status.
        #expect(story.count == 3 && story.last == .disconnected(.finished))
    }

    @Test(arguments: [0, 1, 2])
    func `a response received whole counts although the holder disconnects`(how: Int) async throws {
        let (end, _, _) = try await read { exchange in
            try await exchange.send(exchange.seal(exchange.response()))
            switch how {
            case 0: exchange.holder.transport.disconnect(exchange.handle)
            case 1: await exchange.holder.transport.finish(exchange.handle)
            default: await exchange.finish()
            }
        }
        #expect(end.word == "verified")
    }

    @Test func `every form of refusal is reported as declined`() async throws {
        let noes: [@Sendable (PlainHolder.Exchange) async throws -> Void] = [
            { try await $0.send($0.seal(DeviceResponse.encode(status: .ok))) },
            { try await $0.send($0.seal(DeviceResponse.encode(status: .ok), status: .termination)) },
            {
                try await $0.send(
                    $0.seal(DeviceResponse.encode([], missing: [.drivingLicence], transcript: $0.transcript)))
            },
            { await $0.finish() }, { await $0.holder.transport.finish($0.handle) },
        ]
        for no in noes { #expect(try await read(.ageOver18, no).end == .cancelled(.declined)) }
    }

    @Test(arguments: [
        (10, "READING_REFUSED"), (11, "READING_REFUSED"), (0, "READING_REFUSED"), (7, "READING_REFUSED"),
        (99, "READING_REFUSED"), (20, "declined"),
    ])
    func `a status without data ends the session with its meaning`(status: UInt64, expected: String) async throws {
        let end = try await read { exchange in
            try await exchange.send(CBORValue.map(["status": .unsigned(status)]).encoded)
        }.end
        #expect(end.word == expected)
    }

    @Test(arguments: [10, 11, 0, 99] as [UInt64])
    func `data with a status other than 20 is refused`(status: UInt64) async throws {
        let end = try await read { exchange in
            let sealed = try exchange.seal(await exchange.response())
            let data = try CBORReader.item(in: sealed[...])["data"]?.bytes
            try await exchange.send(
                CBORValue.map(["data": .bytes(Array(data ?? [])), "status": .unsigned(status)]).encoded)
        }.end
        #expect(end.word == "READING_REFUSED")
    }

    @Test(arguments: [DeviceResponse.Status.generalError, .decodingError, .validationError])
    func `a response with an error status is refused`(status: DeviceResponse.Status) async throws {
        let end = try await read { try await $0.send($0.seal(DeviceResponse.encode(status: status))) }.end
        #expect(end.word == "READING_REFUSED")
    }

    @Test func `an untrusted issuer and a response for another session are not verified`() async throws {
        let room = try ReadingFixture()
        let stranger = try await read(
            room: room, by: room.reader(trust: try DocumentIssuerFixture(name: "Elsewhere").trust)
        ) {
            try await $0.send($0.seal($0.response()))
        }.end
        #expect(stranger.word == "notVerified" && stranger.result?.ages == [:])
        let replayed = try await read { exchange in
            let other = SessionTranscript(
                engagementBytes: exchange.holder.engagement.engagementBytes, readerKeyBytes: [0xF6], handover: .qr)
            let selection = ElementSelection(
                RequestProfile.ageOver18.requested[0], from: exchange.holder.licence, consents: { _ in true })
            let answer = DeviceResponse.Answer(
                exchange.holder.licence, selection, key: .signature(exchange.holder.device))
            try await exchange.send(exchange.seal(DeviceResponse.encode([answer], transcript: other)))
        }.end
        guard case .notVerified(let faults)? = replayed.result?.verdict else {
            Issue.record("\(replayed.word)")
            return
        }
        #expect(faults.map(\.name) == [.deviceAuthentication])
    }

    @Test func `an expired document is not verified`() async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder(content: DocumentIssuerFixture.content(until: DocumentIssuerFixture.now - 1))
        let end = try await read(room: room, holder: holder) { try await $0.send($0.seal($0.response())) }.end
        guard case .notVerified(let faults)? = end.result?.verdict else {
            Issue.record("\(end.word)")
            return
        }
        #expect(faults.map(\.name) == [.validity])
    }

    @Test func `a required check that could not be made counts as failed`() async throws {
        let room = try ReadingFixture()
        var settings = ReaderSettings()
        settings.needed.insert(.issuerRevocation)
        let end = try await read(room: room, by: room.reader(settings: settings)) {
            try await $0.send($0.seal($0.response()))
        }.end
        guard case .notVerified(let faults)? = end.result?.verdict else {
            Issue.record("\(end.word)")
            return
        }
        #expect(faults.map(\.name) == [.issuerRevocation] && faults[0].outcome == .notRun)
    }

    @Test func `a request is signed for its session where a signer is configured`() async throws {
        let room = try ReadingFixture()
        let key = try P256PrivateKey.generate()
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.country: "UT", .commonName: "Readers"]),
            signer: CertificateSigner(P256PrivateKey.generate()), notBefore: DocumentIssuerFixture.now - 9,
            notAfter: DocumentIssuerFixture.now + 999)
        let leaf = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.country: "UT", .commonName: "Wine shop"]), spki: key.publicKey.spki,
                notBefore: DocumentIssuerFixture.now - 9, notAfter: DocumentIssuerFixture.now + 99,
                extensions: [
                    .keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader], isCritical: true),
                ]))
        let trust = ReaderTrust(anchors: [try TrustAnchor(root.certificate)])
        let reader = try room.reader(signer: .init(key, chain: [leaf]))
        let end = try await read(room: room, by: reader) { exchange in
            let verdict = trust.verdict(
                on: exchange.request.documents[0], transcript: exchange.transcript, at: DocumentIssuerFixture.now)
            guard case .verified(let path, _) = verdict else {
                Issue.record("\(verdict)")
                return
            }
            #expect(path.leaf == leaf)
            try await exchange.send(exchange.seal(exchange.response()))
        }.end
        #expect(end.word == "verified")
    }

    @Test func `an invalid code and a code without a usable transport have different errors`() async throws {
        let room = try ReadingFixture()
        let reader = try room.reader()
        let key = PublicKey.p256(try P256AgreementKey().publicKey)
        let website = try Engagement(
            key: key, methods: [.web(uri: "https://x.example"), .unknown(type: 9, version: 1)])
        let nfc = try Engagement(key: key, methods: [.nfc(NFCOptions(longestCommand: 255, longestResponse: 256))])
        let silent = try Engagement(key: key, methods: [.bluetooth(BluetoothOptions())])
        for (code, word) in [
            ("", "READING_CODE"), ("https://x.example", "READING_CODE"), ("mdoc:", "READING_CODE"),
            ("mdoc:AAAA", "READING_CODE"), (String(repeating: "m", count: 1 << 20), "READING_CODE"),
            (website.address(), "READING_NO_METHOD"), (nfc.address(), "READING_NO_METHOD"),
            (silent.address(), "READING_NO_METHOD"),
        ] {
            let end = await reader.startReading(.ageOver18, code: code)
            #expect(end.word == word)
        }
        #expect(room.isQuiet)
    }

    @Test func `one transaction runs at a time, and the next one is new`() async throws {
        let room = try ReadingFixture()
        let reader = try room.reader()
        let first = Task { await reader.startReading(.ageOver18) }
        var states = await reader.states().makeAsyncIterator()
        while await reader.state?.kind != .scanning { _ = await states.next() }
        #expect(await reader.startReading(.identity) == .failed(error: ReaderError(.busy)))
        await reader.cancelReading()
        #expect(await first.value == .cancelled(.here))
        #expect(await reader.state == nil)
        let second = try await read(room: room, by: reader) { try await $0.send($0.seal($0.response())) }.end
        #expect(second.word == "verified")
    }

    @Test func `a cancelled task ends cleanly in every state`() async throws {
        for kind in [ReaderSessionState.Kind.scanning, .connecting, .awaitingResponse] {
            let room = try ReadingFixture()
            let (reader, holder) = (try room.reader(), try await room.holder())
            let serving = kind == .awaitingResponse ? try holder.serve { _ in } : nil
            let states = await reader.states()
            let reading = Task {
                await reader.startReading(.ageOver18, code: kind == .scanning ? nil : holder.code)
            }
            for await state in states where state.kind == kind { break }
            reading.cancel()
            #expect(await reading.value == .cancelled(.here))
            // The holder had a session and receives its end.
            if let story = await serving?.value { #expect(story.count == 4 && story.last == .disconnected(.finished)) }
            #expect(room.isQuiet)
        }
    }

    @Test func `a scanned code is kept while a permission is missing`() async throws {
        let room = try ReadingFixture(readerState: .notDetermined)
        let (reader, holder) = (try room.reader(), try await room.holder())
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await state in states where state.kind == .preflight { break }
        await reader.resolve(.bluetooth)
        #expect(await reading.value.word == "verified")
        _ = await serving.value
        #expect(room.isQuiet)
    }

    @Test func `a permission granted between check and observation is not missed`() async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        let (changes, change) = AsyncStream<Void>.makeStream()
        let looked = Flag()
        let gate = PrerequisiteGate([
            Prerequisite(
                .bluetooth,
                lack: {
                    if looked.isSet { return nil }
                    // The change occurs during the check and is reported to observers.
                    looked.set()
                    change.yield()
                    return .switchedOff
                }, request: {}, changes: { looked.isSet ? AsyncStream { _ in } : changes })
        ])
        let reader = ReaderOrchestrator(
            transport: room.readerTransport, verifier: DocumentVerifier(trust: try room.office.trust), gate: gate,
            dependencies: room.dependencies)
        #expect(await reader.startReading(.ageOver18, code: holder.code).word == "verified")
        _ = await serving.value
    }

    /// A key that does not sign until it is told to.
    private struct SlowKey: MessageSigner {
        let isAsked = Flag()
        let signatureAlgorithm = SignatureAlgorithm.es256
        func sign(_ message: [UInt8]) async throws -> [UInt8] {
            isAsked.set()
            try await Task.sleep(for: .seconds(3_600))
            return []
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a slow signer blocks neither leaving nor the timeout`(how: Int) async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { _ in }
        let key = SlowKey()
        let reader = try room.reader(signer: .init(key, chain: []))
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await state in states where state.kind == .requesting { break }
        while !key.isAsked.isSet { await Task.yield() }
        switch how {
        case 0: await reader.cancelReading()
        case 1: holder.leave()
        default:
            await room.clock.waitForNaps(2)
            room.clock.advance(by: .seconds(300))
        }
        #expect(await reading.value.word == ["here", "dropped", "READING_NO_ANSWER"][how])
        _ = await serving.value
        #expect(room.isQuiet)
    }

    @Test func `leaving during the request sends the termination after it, in order`() async throws {
        let room = try ReadingFixture(readerFaults: [RadioFault(.stall, at: 0, on: .clientToServer)])
        let (reader, holder) = (try room.reader(), try await room.holder())
        let serving = try holder.serve { _ in }
        let states = await reader.states()
        let reading = Task { await reader.startReading(.drivingLicence, code: holder.code) }
        for await state in states where state.kind == .requesting { break }
        while room.readerRadio.sent < 2 { await Task.yield() }
        await reader.cancelReading()
        for await state in states where state.isTerminal { break }
        room.readerRadio.resume()
        #expect(await reading.value == .cancelled(.here))
        let story = await serving.value
        // The connection, the request, status 20, and the end.
        #expect(story.count == 4 && story.last == .disconnected(.finished))
        #expect(room.isQuiet)
    }

    @Test func `the states are reported in order`() async throws {
        let room = try ReadingFixture()
        let reader = try room.reader()
        let states = await reader.states()
        let end = try await read(room: room, by: reader) { try await $0.send($0.seal($0.response())) }.end
        var kinds: [ReaderSessionState.Kind] = []
        for await state in states {
            kinds.append(state.kind)
            if state == end { break }
        }
        // The answer may arrive before the radio confirms that the request was sent.
        #expect(
            kinds.filter { $0 != .awaitingResponse } == [
                .notStarted, .readyToScan, .scanning, .connecting, .requesting, .verifying, .success,
            ])
    }
}
