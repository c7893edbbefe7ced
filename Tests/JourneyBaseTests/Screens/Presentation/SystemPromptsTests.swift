import JourneyBase
import Testing

@Suite("System prompts", .timeLimit(.minutes(5)))
@MainActor
struct SystemPromptsTests {
    @MainActor private final class Told {
        var standing: [Bool] = []
    }

    private struct Refused: Error {}

    @Test("an observer is notified before a prompt appears and when it ends, however it ends")
    func following() async throws {
        let (prompts, told) = (SystemPrompts(), Told())
        let following = prompts.observe { told.standing.append($0) }
        let value = await prompts.during {
            #expect(told.standing == [true])
            return 7
        }
        #expect(value == 7 && told.standing == [true, false] && !prompts.isShowing)
        await #expect(throws: Refused.self) { try await prompts.during { throw Refused() } }
        #expect(told.standing == [true, false, true, false] && !prompts.isShowing)
        _ = following
    }

    @Test("overlapping prompts count as one")
    func overlap() async {
        let (prompts, told) = (SystemPrompts(), Told())
        let following = prompts.observe { told.standing.append($0) }
        await prompts.during {
            await prompts.during {}
            #expect(prompts.isShowing)
        }
        #expect(told.standing == [true, false])
        _ = following
    }

    @Test("a prompt of a cancelled task ends when its work ends")
    func cancelled() async {
        let prompts = SystemPrompts()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await prompts.during { #expect(Task.isCancelled) }
        }
        await task.value
        #expect(!prompts.isShowing)
    }

    @Test("an observation ends with its owner")
    func ended() async {
        let (prompts, told) = (SystemPrompts(), Told())
        var following: SystemPrompts.PromptObservation? = prompts.observe { told.standing.append($0) }
        await prompts.during {}
        #expect(told.standing == [true, false])
        _ = following
        following = nil
        // Removed on the main actor, like everything here.
        while prompts.hasObservers { await Task.yield() }
        await prompts.during {}
        #expect(told.standing == [true, false])
    }
}
