// Kinds of events and names of fields stand in a module of their own, which apps link without the rest of the model.
// Who imports the model means them as well: they are part of what it describes.
@_exported public import TraceVocabulary
