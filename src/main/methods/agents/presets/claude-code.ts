import { definePreset } from './define-preset.ts'

/** Claude Code's own condensation. */
export const claudeCode = definePreset({
  id: 'claude-code',
  label: 'Claude Code',
  description:
    'One summary in nine sections, with the last five files, called skills, the plan and the to-do list put back.',
  settings: {
    estimator: 'chars-4',
    trigger: { terms: [{ output: 1, outputUpTo: 20_000, plus: -13_000 }] },
    keep: { rule: 'nothing' },
    input: { media: 'keep' },
    summary: {
      kind: 'model',
      sections: [
        "The user's request and intent",
        'Technical concepts',
        'Files and parts of code',
        'Errors and their fixes',
        'Problem solving',
        'All messages of the user',
        'Pending tasks',
        'Current work',
        'Next step, with quotes of what calls for it',
      ],
      style: 'numbered',
      scratchpad: true,
      maxTokens: 20_000,
      call: 'same-prefix',
    },
    restore: { files: 5, todo: true, plan: true, skillTokens: 5000 },
  },
  origin: {
    source: 'Claude Code, closed source: recorded sessions, public issues and code.claude.com/docs',
    version: '2.1.330',
    date: '2026-11',
    certainty: 'approximation',
    differs:
      'Files and the plan come from the history instead of the disk. Rules and memory stay where the history begins with them. The recent messages that newer versions keep are not kept: their size rule is not known.',
  },
})
