import Testing

@testable import JourneyBase

struct SceneVisibilityTests {
    private typealias Sign = SceneVisibility.Sign

    private func place(_ signs: Sign...) -> SceneVisibility.Place {
        var standing = SceneVisibility()
        for sign in signs { standing.see(sign) }
        return standing.place
    }

    @Test("private content is hidden until the view is in an active scene")
    func first() {
        #expect(!SceneVisibility().isInFront && !SceneVisibility().isPutAway)
        #expect(place(.found(.active)) == .front)
        #expect(place(.found(.inactive)) == .inactive)
        #expect(place(.found(.background)) == .background)
        // A scene that is only being connected must not end anything.
        #expect(place(.found(.unattached)) == .unknown)
        #expect(place(.found(.unattached), .sceneActivated) == .front)
    }

    @Test("scene events cover and uncover the view, and app events do where no scene is known")
    func turns() {
        #expect(place(.found(.active), .sceneDeactivated) == .inactive)
        #expect(place(.found(.active), .sceneDeactivated, .sceneActivated) == .front)
        #expect(place(.found(.active), .sceneDeactivated, .sceneInBackground) == .background)
        #expect(place(.found(.active), .appDeactivated) == .inactive)
        #expect(place(.found(.active), .appDeactivated, .appInBackground) == .background)
        #expect(place(.found(.active), .appDeactivated, .appActivated(.active)) == .front)
        // The app may become active before its scene does; the scene then uncovers itself.
        #expect(place(.found(.active), .appDeactivated, .appInBackground, .appActivated(.inactive)) == .inactive)
        #expect(place(.found(.active), .appInBackground, .appActivated(.inactive), .sceneActivated) == .front)
        #expect(place(.found(.active), .sceneActivated, .sceneDeactivated, .appActivated(.inactive)) == .inactive)
    }

    @Test("a view in the background stays covered until its own scene is active")
    func windows() {
        #expect(place(.found(.background), .appActivated(.background)) == .background)
        #expect(place(.found(.background), .appDeactivated) == .background)
        #expect(place(.found(.background), .sceneDeactivated) == .background)
        #expect(place(.found(.background), .appActivated(.unattached)) == .background)
        #expect(place(.found(.background), .appActivated(.active)) == .front)
    }

    /// Signs, each with the expected value of `isInFront` after it.
    static let promptRows: [(name: String, signs: [(SceneVisibility.Sign, Bool)])] = [
        (
            "a prompt of our own deactivates the scene and gives it back",
            [
                (.found(.active), true), (.promptBegan, true), (.sceneDeactivated, true), (.sceneActivated, true),
                (.promptEnded, true),
            ]
        ),
        (
            "the same, told as the app's",
            [
                (.found(.active), true), (.promptBegan, true), (.appDeactivated, true),
                (.appActivated(.inactive), true),
                (.appActivated(.active), true), (.promptEnded, true),
            ]
        ),
        (
            "a prompt that is over before the scene is back leaves it covered until then",
            [
                (.found(.active), true), (.promptBegan, true), (.sceneDeactivated, true), (.promptEnded, false),
                (.sceneActivated, true),
            ]
        ),
        (
            "the person leaves the app under the prompt: the system's picture shows the cover, and so does the way back",
            [
                (.found(.active), true), (.promptBegan, true), (.sceneDeactivated, true), (.sceneInBackground, false),
                (.appActivated(.inactive), false), (.sceneActivated, true), (.sceneDeactivated, true),
                (.promptEnded, false),
            ]
        ),
        (
            "the app leaves the foreground and only then a prompt comes: covered",
            [
                (.found(.active), true), (.sceneDeactivated, false), (.promptBegan, false), (.appDeactivated, false),
                (.sceneActivated, true), (.sceneDeactivated, true), (.promptEnded, false),
            ]
        ),
        (
            "a scene that comes up behind a prompt is covered until it is in front",
            [(.promptBegan, false), (.found(.inactive), false), (.sceneActivated, true), (.sceneDeactivated, true)]
        ),
        (
            "a prompt says nothing of the next time that the app leaves the foreground",
            [
                (.found(.active), true), (.promptBegan, true), (.sceneDeactivated, true), (.sceneActivated, true),
                (.promptEnded, true), (.sceneDeactivated, false),
            ]
        ),
        (
            "another window of the app in the background stays covered",
            [(.found(.background), false), (.promptBegan, false), (.appDeactivated, false), (.promptEnded, false)]
        ),
        (
            "a prompt that ends while the scene is gone is forgotten",
            [
                (.found(.active), true), (.promptBegan, true), (.sceneGone, false), (.promptEnded, false),
                (.found(.active), true), (.sceneDeactivated, false),
            ]
        ),
    ]

    @Test("our own prompt covers nothing, and the app's leaving the foreground does", arguments: promptRows.indices)
    func prompts(index: Int) {
        let (name, signs) = SceneVisibilityTests.promptRows[index]
        var standing = SceneVisibility()
        for (number, (sign, isInFront)) in signs.enumerated() {
            standing.see(sign)
            #expect(standing.isInFront == isInFront, "\(name): \(sign), number \(number)")
        }
    }

    @Test("a closed scene becomes active only as another scene")
    func closed() {
        let signs: [Sign] = [
            .sceneActivated, .sceneDeactivated, .sceneInBackground, .appActivated(.active), .appDeactivated,
            .appInBackground,
        ]
        for sign in signs { #expect(place(.found(.active), .sceneGone, sign) == .gone) }
        #expect(place(.found(.active), .sceneGone, .found(.active)) == .front)
        var standing = SceneVisibility()
        standing.see(.sceneGone)
        #expect(standing.isPutAway && !standing.isInFront)
    }
}
