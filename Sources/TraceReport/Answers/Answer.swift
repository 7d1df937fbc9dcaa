/// What a command hands over to be written: all of its values, and no format.
///
/// The protocols that refine this one say in which shapes an answer can be had. A format that needs more than a shape,
/// such as a list of findings, asks for the answer's own type.
package protocol Answer: SendableMetatype {}
