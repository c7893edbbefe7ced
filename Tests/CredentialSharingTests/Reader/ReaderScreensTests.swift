import Foundation
import JourneyBase
import JourneyCBOR
import JourneyScreens
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct ReaderScreensTests {
    private func result(trust: Bool = true, all: Bool = true) async throws -> ReadResult {
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { exchange in
            try await exchange.send(
                exchange.seal(exchange.response { all || $0.identifier != "family_name" }))
        }
        let reader = try room.reader(trust: trust ? nil : try DocumentIssuerFixture(name: "Elsewhere").trust)
        let profile = try RequestProfile(
            name: "own", title: "Own",
            documents: [
                .init(
                    .drivingLicence,
                    ["family_name", "age_over_18", "portrait", "birth_date"].map {
                        .init(ElementName(DocumentIssuerFixture.licence, $0))
                    })
            ])
        let end = await reader.startReading(profile, code: holder.code)
        _ = await serving.value
        return try #require(end.result)
    }

    @Test(arguments: Language.allCases)
    func `every state and every error has its own screen text`(language: Language) async throws {
        let screens = ReaderScreens(language: language)
        var states: [ReaderSessionState] = [
            .notStarted, .preflight(missing: [.bluetooth]), .preflight(missing: [.location]), .readyToScan, .scanning,
            .connecting, .requesting, .awaitingResponse, .verifying,
        ]
        states += ReaderError.Reason.allCases.map { .failed(error: ReaderError($0)) }
        states += ReaderSessionState.Cancellation.allCases.map { .cancelled($0) }
        states += [
            .success(result: try await result()), .success(result: try await result(trust: false)),
            .success(result: try await result(all: false)),
        ]
        for state in states {
            let screen = screens.screen(state, profile: .ageOver18)
            #expect(screen.complaints.isEmpty, "\(state.kind): \(screen.complaints)")
            #expect(!screen.title.isEmpty && !screen.actions.isEmpty)
            let words = "\(screen)"
            if language != .english {
                #expect(
                    screen.title.unicodeScalars.contains { $0.value > 0x5FF } || screen.title == "Own",
                    "\(screen.title)")
            }
            if case .failed(let error) = state { #expect(words.contains(error.reason.rawValue)) }
        }
        #expect(Set(states.map { screens.screen($0, profile: .ageOver18).id }).count == 11)
    }

    @Test func `verified data is shown, and unverified data is not`() async throws {
        let screens = ReaderScreens(language: .english)
        func words(_ result: ReadResult) -> String {
            "\(screens.screen(.success(result: result), profile: result.profile))"
        }
        let good = words(try await result())
        #expect(
            good.contains("Muster") && good.contains("1 February 1990") && !good.contains("Photo: provided")
                && good.contains("18 or over"))
        let bad = words(try await result(trust: false))
        #expect(!bad.contains("Muster") && !bad.contains("18 or over") && bad.contains("Not verified"))
        let part = words(try await result(all: false))
        #expect(!part.contains("Muster") && part.contains("Not shared: Family name"))
    }

    @Test func `data asserted by the device itself is shown separately with a note`() async throws {
        let room = try ReadingFixture()
        var content = DocumentIssuerFixture.content()
        content.keyAuthorizations = KeyAuthorizations(dataElements: [
            DocumentIssuerFixture.licence: ["eye_colour", "age_over_18"]
        ])
        content.values[DocumentIssuerFixture.licence]?["age_over_18"] = nil
        content.values[DocumentIssuerFixture.licence]?["age_over_21"] = nil
        content.values[DocumentIssuerFixture.licence]?["age_over_65"] = nil
        let holder = try await room.holder(content: content)
        let profile = try RequestProfile(
            name: "own",
            documents: [
                .init(
                    .drivingLicence,
                    ["family_name", "eye_colour", "age_over_18"].map {
                        .init(ElementName(DocumentIssuerFixture.licence, $0))
                    })
            ])
        let serving = try holder.serve { exchange in
            let selection = ElementSelection(
                profile.requested[0], from: exchange.holder.licence, consents: { _ in true })
            let answer = DeviceResponse.Answer(
                exchange.holder.licence, selection,
                deviceElements: [DocumentIssuerFixture.licence: ["eye_colour": "blue", "age_over_18": true]],
                key: .signature(exchange.holder.device))
            try await exchange.send(exchange.seal(DeviceResponse.encode([answer], transcript: exchange.transcript)))
        }
        let end = await (try room.reader()).startReading(profile, code: holder.code)
        _ = await serving.value
        let result = try #require(end.result)
        #expect(end.word == "incomplete" && result.ages == [:])
        let screen = ReaderScreens(language: .english).screen(end, profile: profile)
        let place = try #require(
            screen.body.firstIndex { block in
                if case .notice(let notice) = block { notice.text.contains("hasn't confirmed") } else { false }
            })
        #expect(!"\(screen.body[..<place])".contains("blue") && "\(screen.body[..<place])".contains("Muster"))
        #expect("\(screen.body[place...])".contains("blue"))
    }

    @Test func `a person pastes a code, corrects it, sees the result and closes it`() async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        let presenter = ScriptedPresenter(
            [
                "reading-start": [.never], "reading-ready": [.never],
                "reading-code": [
                    .answer(.init(action: "read", values: ["code": "mdoc:nonsense"])),
                    .answer(.init(action: "read", values: ["code": .text(" \(holder.code)\n")])),
                ],
                "reading-connecting": [.never], "reading-requesting": [.never], "reading-waiting": [.never],
                "reading-verifying": [.never], "reading-result": [.answer(.init(action: "close"))],
            ], dependencies: room.dependencies)
        let end = await (try room.reader(presenter: presenter)).startReading(.ageOver18)
        _ = await serving.value
        #expect(end.word == "verified")
        #expect(presenter.faults == [] && !presenter.isShowing)
        let codes = presenter.shown.filter { $0.id == "reading-code" }
        #expect(codes.map { $0.inlineError != nil } == [false, true])
        #expect(presenter.shown.last?.id == "reading-result")
        #expect(room.isQuiet)
    }

    @Test func `a person is asked for Bluetooth and may decline any number of times`() async throws {
        for (first, answer, word) in [
            (RadioState.notDetermined, RadioState.poweredOn, "here"), (.notDetermined, .unauthorized, "here"),
            (.unsupported, .poweredOn, "READING_CAPABILITY"), (.poweredOff, .poweredOff, "here"),
        ] {
            let room = try ReadingFixture(readerState: first, answer: answer)
            let presenter = ScriptedPresenter(
                [
                    "reading-start": [.never],
                    "reading-preflight": [
                        .answer(.init(action: "enable")), .answer(.init(action: "cancel")),
                        .answer(.init(action: "cancel")),
                    ],
                    "reading-ready": [.never], "reading-code": [.answer(.init(action: "cancel"))],
                    "reading-cancelled": [.answer(.init(action: "close"))],
                    "reading-failed": [.answer(.init(action: "close"))],
                ], dependencies: room.dependencies)
            let end = await (try room.reader(presenter: presenter)).startReading(.ageOver18)
            #expect(end.word == word, "\(first)")
            #expect(presenter.faults == [])
            let wasAllowed = presenter.shown.contains { $0.id == "reading-code" }
            #expect(wasAllowed == (first == .notDetermined && answer == .poweredOn))
        }
    }

    @Test func `a person who denied Bluetooth can open the settings, and the reader continues`() async throws {
        let room = try ReadingFixture(readerState: .unauthorized)
        let opened = EventRecorder()
        let presenter = ScriptedPresenter(
            [
                "reading-start": [.never],
                "reading-preflight": [.answer(.init(action: "settings")), .answer(.init(action: "cancel"))],
                "reading-ready": [.never], "reading-code": [.answer(.init(action: "cancel"))],
                "reading-cancelled": [.answer(.init(action: "close"))],
            ], dependencies: room.dependencies)
        let radio = room.readerRadio
        let gate = PrerequisiteGate(
            radio,
            openSettings: {
                opened.record("settings", [:])
                radio.become(.poweredOn)
            })
        let end = await (try room.reader(presenter: presenter, gate: gate)).startReading(.ageOver18)
        #expect(end.word == "here" && opened.names == ["settings"])
        #expect(presenter.shown.contains { $0.id == "reading-code" } && presenter.faults == [])
        #expect(room.isQuiet)
    }

    @Test(arguments: Permission.MissingReason.allCases)
    func `a reader without a camera says why and accepts a pasted code`(lack: Permission.MissingReason) async throws {
        func words(_ screen: Screen) -> [String] {
            screen.body.compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
        }
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        // Enters a wrong code first, then the right one.
        let person = ScriptedPerson(
            .english,
            [
                "reading-code": { screen in
                    guard !screen.body.allSatisfy({ if case .text = $0 { true } else { false } }) else { return nil }
                    let code = screen.inlineError == nil ? "mdoc:nonsense" : holder.code
                    return ScreenAction(action: "read", values: ["code": .text(code)])
                }, "reading-result": ScriptedPerson.press("close"), "reading-cancelled": ScriptedPerson.press("close"),
            ])
        let reader = try room.reader(presenter: person)
        var states = await reader.states()
        // Before a transaction the report is ignored.
        await reader.cannotScan(lack)
        let reading = Task { await reader.startReading(.ageOver18) }
        for await state in states where state.kind == .scanning { break }
        await reader.cannotScan(lack)
        #expect(await reading.value.word == "verified")
        _ = await serving.value
        let codes = person.shown.filter { $0.id == "reading-code" }
        #expect(codes.map { words($0).count } == [0, 1, 1])
        #expect(codes.map { $0.inlineError != nil } == [false, false, true])
        let sentence = try #require(codes.last.map(words)?.first)
        #expect(sentence.contains(lack == .denied ? "Settings" : "Paste the code"))
        #expect(person.faults == [])
        // The next transaction starts without the reason.
        states = await reader.states()
        let next = Task { await reader.startReading(.ageOver18) }
        for await state in states where state.kind == .scanning { break }
        await reader.cancelReading()
        #expect(await next.value == .cancelled(.here))
        #expect(person.shown.last { $0.id == "reading-code" }.map(words) == [])
        let bengali = ReaderScreens(language: .bengali).screen(.scanning, profile: .ageOver18, cameraLack: lack)
        #expect(bengali.complaints.isEmpty && words(bengali).allSatisfy { !$0.contains { $0.isASCII && $0.isLetter } })
        #expect(words(bengali).count == 1 && room.isQuiet)
    }

    @Test func `a denied camera has a button to the settings, and the screen returns`() async throws {
        let room = try ReadingFixture()
        let holder = try await room.holder()
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        let opened = EventRecorder()
        // Opens the settings once, then pastes the code.
        let person = ScriptedPerson(
            .english,
            [
                "reading-code": { screen in
                    guard screen.action("settings") != nil else { return nil }
                    if opened.names.isEmpty { return ScreenAction(action: "settings") }
                    return ScreenAction(action: "read", values: ["code": .text(holder.code)])
                }, "reading-result": ScriptedPerson.press("close"),
            ])
        let reader = try room.reader(presenter: person)
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18) }
        for await state in states where state.kind == .scanning { break }
        await reader.cannotScan(.denied, openSettings: { opened.record("settings", [:]) })
        #expect(await reading.value.word == "verified")
        _ = await serving.value
        #expect(opened.names == ["settings"] && person.faults == [])
        // Only a denial can be changed in the settings, and only if they can be opened.
        for (lack, hasSettings) in [(Permission.MissingReason.denied, false), (.absent, true), (.notReady, true)] {
            let screen = ReaderScreens(language: .english).screen(
                .scanning, profile: .ageOver18, cameraLack: lack, hasSettings: hasSettings)
            #expect(screen.action("settings") == nil)
        }
        #expect(room.isQuiet)
    }

    @Test func `a result that is not closed disappears after its timeout`() async throws {
        let room = try ReadingFixture()
        let presenter = ScriptedPresenter(
            [
                "reading-start": [.never], "reading-ready": [.never], "reading-code": [.never],
                "reading-failed": [.never],
            ],
            dependencies: room.dependencies)
        let reader = try room.reader(presenter: presenter)
        let reading = Task { await reader.startReading(.ageOver18, code: "nothing") }
        await room.clock.waitForNaps(1)
        room.clock.advance(by: .seconds(120))
        #expect(await reading.value.word == "READING_CODE")
        #expect(!presenter.isShowing)
    }
}
