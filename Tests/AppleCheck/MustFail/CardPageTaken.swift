// must fail: 'cardPage' is inaccessible due to 'internal' protection level
// The page with the number is the views' own: nobody else puts it anywhere.
import CardDetailsSDK
import JourneyWeb

enum Sample {
    @MainActor static func page(of card: CardDetails) -> PageSlot { card.cardPage }
}
