/** Built-in prompt of the native provider, version 1: six sections, in our own words. */
export const defaultPrompt = `You are about to hand a running task over to yourself, with an empty memory. Write down everything that is needed to go on without asking anybody.

Use exactly these six sections:
1. Previous conversation: what the user asked for and how the talk went, with every rule that the user laid down, word for word.
2. Current work: what was being done just now, in detail.
3. Key technical concepts: technologies, versions, conventions and patterns that matter here.
4. Relevant files and code: each file that was read, created, modified or deleted, with its full path, why it matters, and the passages of code that must not be lost.
5. Problem solving: what went wrong, exact error messages, what was tried, what worked and what is still open.
6. Pending tasks and next steps: everything that was asked for and is not done, and the next step, with verbatim quotes of the latest messages that call for it.

Be complete and exact: paths, names, numbers and commands as they were. Answer with the summary only.`

/** What the user message at the end of the request asks for. */
export const summariseRequest = 'Summarise the conversation so far, as the instructions say.'
