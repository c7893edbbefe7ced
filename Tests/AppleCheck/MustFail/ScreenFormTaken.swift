// must fail: 'form' is inaccessible due to 'internal' protection level
// What a person fills in is the presenter's until it is handed in.
import JourneyScreens

enum Sample {
    @MainActor static func isEmpty(_ screens: SwiftUIPresenter) -> Bool { screens.form == nil }
}
