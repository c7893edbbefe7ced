import Testing

@testable import JourneyBase

struct SceneStandingTests {
    private typealias Sign = SceneStanding.Sign

    private func place(_ signs: Sign...) -> SceneStanding.Place {
        var standing = SceneStanding()
        for sign in signs { standing.see(sign) }
        return standing.place
    }

    @Test("nothing private is drawn before the view stands in a scene that is in front")
    func first() {
        #expect(!SceneStanding().isInFront && !SceneStanding().isPutAway)
        #expect(place(.found(.active)) == .front)
        #expect(place(.found(.inactive)) == .inactive)
        #expect(place(.found(.background)) == .background)
        // A scene that is only being connected is no reason to end anything.
        #expect(place(.found(.unattached)) == .unknown)
        #expect(place(.found(.unattached), .sceneActivated) == .front)
    }

    @Test("the scene covers and uncovers, and so does the app where nobody speaks for the scene")
    func turns() {
        #expect(place(.found(.active), .sceneDeactivated) == .inactive)
        #expect(place(.found(.active), .sceneDeactivated, .sceneActivated) == .front)
        #expect(place(.found(.active), .sceneDeactivated, .sceneInBackground) == .background)
        #expect(place(.found(.active), .appDeactivated) == .inactive)
        #expect(place(.found(.active), .appDeactivated, .appInBackground) == .background)
        #expect(place(.found(.active), .appDeactivated, .appActivated(.active)) == .front)
        // The app may be in front before its scene is: that one uncovers itself.
        #expect(place(.found(.active), .appDeactivated, .appInBackground, .appActivated(.inactive)) == .inactive)
        #expect(place(.found(.active), .appInBackground, .appActivated(.inactive), .sceneActivated) == .front)
        #expect(place(.found(.active), .sceneActivated, .sceneDeactivated, .appActivated(.inactive)) == .inactive)
    }

    @Test("what is put away stays so until its own scene is in front, whatever another window's does")
    func windows() {
        #expect(place(.found(.background), .appActivated(.background)) == .background)
        #expect(place(.found(.background), .appDeactivated) == .background)
        #expect(place(.found(.background), .sceneDeactivated) == .background)
        #expect(place(.found(.background), .appActivated(.unattached)) == .background)
        #expect(place(.found(.background), .appActivated(.active)) == .front)
    }

    @Test("a scene that was closed comes back as another only")
    func closed() {
        let signs: [Sign] = [
            .sceneActivated, .sceneDeactivated, .sceneInBackground, .appActivated(.active), .appDeactivated,
            .appInBackground,
        ]
        for sign in signs { #expect(place(.found(.active), .sceneGone, sign) == .gone) }
        #expect(place(.found(.active), .sceneGone, .found(.active)) == .front)
        var standing = SceneStanding()
        standing.see(.sceneGone)
        #expect(standing.isPutAway && !standing.isInFront)
    }
}
