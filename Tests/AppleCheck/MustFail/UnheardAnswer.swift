// must fail: result of call to 'ask' is unused
// A question whose answer nobody looks at: the person may have said no.
import JourneyBase
import JourneyScreens

enum Sample {
    static func confirm(_ screens: SwiftUIPresenter, _ screen: Screen) async { await screens.ask(screen) }
}
