// must fail: 'async' call in a function that does not support concurrency
// A page whose going nobody waits for: what the host presents next would be lost in the middle of it.
import JourneyWeb

enum Sample {
    @MainActor static func end(_ stage: PagePresenter) { stage.hide() }
}
