package import JourneyBase

/// The place of a transition in its manifest.
package struct TransitionPlace: Hashable, Sendable, CustomStringConvertible {
    package let step: StepID
    package let event: String
    /// The number of the transition in the list of the event, from 0.
    package let index: Int

    /// The place as messages name it, such as `review.confirm[0]`.
    package var description: String { "\(step).\(event)[\(index)]" }
}
