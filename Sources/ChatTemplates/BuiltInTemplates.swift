// SPDX-License-Identifier: Apache-2.0

/// Templates for models whose file has none.
extension ChatTemplate {
  /// `<|im_start|>role … <|im_end|>`: what most models that name no format of their own were trained on.
  package static let chatML = builtIn(
    """
    {%- for message in messages -%}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' -}}
    {%- endfor -%}
    {%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
    """)

  /// Gemma's turns; it has no system role, so a system message goes in front of the first user message.
  package static let gemma = builtIn(
    """
    {{- bos_token -}}
    {%- set ns = namespace(system='') -%}
    {%- for message in messages -%}
    {%- if message.role == 'system' -%}{%- set ns.system = ns.system + message.content + '\\n\\n' -%}
    {%- else -%}
    {{- '<start_of_turn>' + ('model' if message.role == 'assistant' else 'user') + '\\n' -}}
    {{- (ns.system if message.role != 'assistant' else '') + message.content + '<end_of_turn>\\n' -}}
    {%- if message.role != 'assistant' -%}{%- set ns.system = '' -%}{%- endif -%}
    {%- endif -%}
    {%- endfor -%}
    {%- if add_generation_prompt -%}{{- '<start_of_turn>model\\n' -}}{%- endif -%}
    """)

  /// Names before lines, without any special token: for base models, which know no turns.
  package static let plain = builtIn(
    """
    {{- bos_token -}}
    {%- for message in messages -%}
    {%- if message.role == 'system' -%}{{- message.content + '\\n\\n' -}}
    {%- else -%}{{- message.role|capitalize + ': ' + message.content + '\\n' -}}{%- endif -%}
    {%- endfor -%}
    {%- if add_generation_prompt -%}{{- 'Assistant:' -}}{%- endif -%}
    """)

  /// The template of a name as users write it, or nil.
  package static func named(_ name: String) -> ChatTemplate? {
    switch name.lowercased() {
    case "chatml": chatML
    case "gemma": gemma
    case "plain": plain
    default: nil
    }
  }

  /// The names that `named` knows.
  package static let names = ["chatml", "gemma", "plain"]

  private static func builtIn(_ source: String) -> ChatTemplate {
    do {
      return try ChatTemplate(source)
    } catch {
      preconditionFailure("a built-in template has an error: \(error)")
    }
  }
}
