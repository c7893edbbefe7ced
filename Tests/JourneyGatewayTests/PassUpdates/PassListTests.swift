import Foundation
import JourneyBase
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

/// A flag that can be raised once.
private final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}

@Suite("List of a device's updated passes", .timeLimit(.minutes(10)))
struct PassListTests {
    /// Polls continuously as a device and returns the reported serials with the tag of each answer.
    private static func look(
        at fixture: PassUpdateFixture, since start: String, until isOver: Flag
    ) async throws -> Set<String> {
        var (tag, told) = (start, Set<String>())
        while true {
            // Read before the poll, so that the last poll comes after the last change.
            let isLast = isOver.isRaised
            if let news = try await fixture.list(since: tag) {
                told.formUnion(news.serials)
                tag = news.tag
            }
            if isLast { return told }
        }
    }

    @Test(
        "the list has all passes without a tag, changed ones with a tag, and is 204 when empty",
        arguments: PassUpdateFixture.Store.available)
    func listing(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b", "c", "elsewhere")
            for serial in ["a", "b", "c"] { _ = try await fixture.register(serial) }
            let first = try #require(try await fixture.list())
            #expect(first.serials == ["a", "b", "c"])
            #expect(try await fixture.list(since: first.tag) == nil)
            try await fixture.change("b")
            try await fixture.change("elsewhere")
            let second = try #require(try await fixture.list(since: first.tag))
            #expect(second.serials == ["b"])
            #expect(try await fixture.list(since: second.tag) == nil)
            #expect(try await fixture.list(since: first.tag)?.serials == ["b"])
            #expect(try await fixture.list(device: "unknown") == nil)
            #expect(try await fixture.list(type: "pass.com.example.other") == nil)
        }
    }

    @Test(
        "two changes at one moment have different tags, so none is lost in between",
        arguments: PassUpdateFixture.Store.available)
    func sameMoment(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { _ = try await fixture.register(serial) }
            let start = try #require(try await fixture.list())
            try await fixture.change("a")
            let between = try #require(try await fixture.list(since: start.tag))
            try await fixture.change("b")
            #expect(between.serials == ["a"])
            #expect(try await fixture.list(since: between.tag)?.serials == ["b"])
            // The same pass repeatedly.
            for _ in 0..<3 {
                let last = try #require(try await fixture.list())
                try await fixture.change("b")
                #expect(try await fixture.list(since: last.tag)?.serials == ["b"])
            }
        }
    }

    @Test(
        "changes that are committed in another order than they began are not lost between two tags",
        arguments: PassUpdateFixture.Store.available)
    func commitOrder(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            let serials = (0..<40).map { "s\($0)" }
            for serial in serials {
                fixture.passes.contents.withLock {
                    $0[fixture.key(serial)] = .init(token: "token-of-\(serial)-\(PassUpdateFixture.type)", text: "")
                }
                _ = try await fixture.register(serial)
            }
            let start = try #require(try await fixture.list()).tag
            let isOver = Flag()
            async let told = Self.look(at: fixture, since: start, until: isOver)
            try await withThrowingTaskGroup(of: Void.self) { writers in
                for lane in 0..<4 {
                    writers.addTask {
                        for index in stride(from: lane, to: serials.count, by: 4) {
                            try await fixture.change(serials[index])
                        }
                    }
                }
                try await writers.waitForAll()
            }
            isOver.raise()
            #expect(try await told == Set(serials))
        }
    }

    @Test(
        "an uncommitted change is in no list and holds back later ones until it is visible",
        .enabled(if: PassUpdateFixture.Store.available.contains(.postgreSQL)))
    func uncommitted() async throws {
        try await PassUpdateFixture.visit(keepingIn: .postgreSQL) { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { _ = try await fixture.register(serial) }
            let start = try #require(try await fixture.list()).tag
            let (held, hold) = AsyncStream<Void>.makeStream()
            let (noted, note) = AsyncStream<Void>.makeStream()
            async let first: Void = fixture.database.write { transaction in
                try await PassUpdateStore.recordChange([fixture.key("a")], now: fixture.now, in: transaction)
                note.yield()
                for await _ in held { break }
            }
            for await _ in noted { break }
            async let second: Void = fixture.change("b")
            // Whatever `b` does meanwhile, its number is higher and waits for the lower one.
            #expect(try await fixture.list(since: start) == nil)
            hold.yield()
            _ = try await (first, second)
            #expect(try await fixture.list(since: start)?.serials == ["a", "b"])
        }
    }

    @Test(
        "a pass that changed before its registration is listed although the tag is newer",
        arguments: PassUpdateFixture.Store.available)
    func late(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "late")
            _ = try await fixture.register("a")
            // The device has fetched `late`. It changes, and so does another pass, before the registration arrives.
            try await fixture.change("late")
            try await fixture.change("a")
            let tag = try #require(try await fixture.list()).tag
            _ = try await fixture.register("late")
            let news = try #require(try await fixture.list(since: tag))
            #expect(news.serials == ["late"])
            #expect(try await fixture.list(since: news.tag) == nil)
        }
    }

    @Test(
        "an invalid or unknown tag lists everything",
        arguments: [
            "", "1", "x.y", "-1.0", "0.-1", "1.1.1", "99999999999999999999.0", "1%2E1", "9.0", "0.9", "1700000000",
            "%00", "1800000000002.0", "0.1800000000002", "9223372036854775807.9223372036854775807",
        ])
    func otherTags(tag: String) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { _ = try await fixture.register(serial) }
            #expect(try await fixture.list(since: tag)?.serials == ["a", "b"])
        }
    }

    @Test(
        "a restored database does not accept a tag from before as its own",
        arguments: PassUpdateFixture.Store.available)
    func putBack(store: PassUpdateFixture.Store) async throws {
        var tag = ""
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { _ = try await fixture.register(serial) }
            for _ in 0..<10 { try await fixture.change("b") }
            tag = try #require(try await fixture.list()).tag
        }
        // The backup was made before these ten changes; after the restore there are twelve others.
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            for serial in ["a", "b"] { _ = try await fixture.register(serial) }
            fixture.pass(.seconds(60))
            for _ in 0..<5 { try await fixture.change("a") }
            for _ in 0..<7 { try await fixture.change("b") }
            #expect(try await fixture.list(since: tag)?.serials == ["a", "b"])
        }
    }

    @Test(
        "a device that was removed and returns is told about a pass with an older file",
        arguments: PassUpdateFixture.Store.available)
    func cameBack(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", "b")
            // A file of `b` was made; it changes, and then the device learns about `a`.
            try await fixture.change("b")
            _ = try await fixture.register("a")
            let tag = try #require(try await fixture.list()).tag
            fixture.pass(.seconds(60))
            _ = try await fixture.unregister("a")
            _ = try await fixture.register("b")
            let news = try #require(try await fixture.list(since: tag))
            #expect(news.serials == ["b"])
            #expect(try await fixture.list(since: news.tag) == nil)
        }
    }

    @Test(
        "the latest pass is served whole, then 304 until it changes, also twice within a second",
        arguments: PassUpdateFixture.Store.available)
    func latest(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", text: "first")
            let first = try await fixture.latest("a")
            #expect(first.status == 200 && first.response.body == Array("first".utf8))
            #expect(first.response.headers["Content-Type"] == "application/vnd.apple.pkpass")
            let date = try #require(first.response.headers["Last-Modified"])
            #expect(date == HTTPDate.text(fixture.now))
            let same = try await fixture.latest("a", since: date)
            #expect(same.status == 304 && same.response.body.isEmpty && same.response.headers["Last-Modified"] == date)
            // Within the same second.
            for text in ["second", "third"] {
                let before = try #require(try await fixture.latest("a").response.headers["Last-Modified"])
                try await fixture.change("a", text: text)
                let after = try await fixture.latest("a", since: before)
                #expect(after.status == 200 && after.response.body == Array(text.utf8))
                // No date is later than the time of its answer.
                #expect(after.response.headers["Last-Modified"] == HTTPDate.text(fixture.now))
            }
            fixture.pass(.seconds(5))
            let settled = try #require(try await fixture.latest("a").response.headers["Last-Modified"])
            #expect(try await fixture.latest("a", since: settled).status == 304)
        }
    }

    @Test("If-Modified-Since accepts all HTTP date forms, and an invalid or future date is ignored")
    func dates() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            fixture.pass(.seconds(60))
            for (date, status) in [
                ("Fri, 15 Jan 2027 08:00:30 GMT", 304), ("Friday, 15-Jan-27 08:00:30 GMT", 304),
                ("Fri Jan 15 08:00:30 2027", 304), ("Fri, 15 Jan 2027 07:59:59 GMT", 200),
                ("Fri, 15 Jan 2027 08:00:00 GMT", 304), ("Sat, 16 Jan 2027 08:00:00 GMT", 200), ("1800000030", 200),
                ("", 200), ("2027-01-15T08:00:30Z", 200), ("Fri, 15 Jan 2027 08:00:30 +0000", 200),
            ] {
                #expect(try await fixture.latest("a", since: date).status == status, "\(date)")
            }
        }
    }

    @Test("a pass without a recorded modification time is always served whole")
    func unnoted() async throws {
        try await PassUpdateFixture.visit { fixture in
            fixture.passes.contents.withLock {
                $0[fixture.key("a")] = .init(token: "token-of-a-\(PassUpdateFixture.type)", text: "x")
            }
            let reply = try await fixture.latest("a", since: HTTPDate.text(fixture.now))
            #expect(reply.status == 200 && reply.response.headers["Last-Modified"] == nil)
        }
    }
}
