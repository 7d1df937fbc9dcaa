// A module of its own, which apps link without the rest of the model; exported, as the model's types use it.
@_exported public import TraceVocabulary
