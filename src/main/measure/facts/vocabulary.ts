/**
 * Identifiers, names of files and commands that say nothing of a task: those that stand in histories of 3 or more of
 * 34 public repositories under the MIT and Apache licences. Written by
 * `scripts/make-vocabulary.ts`; words only, in the order of their characters, `~` for a blank.
 */
const words = `
  .env .env.example .gitattributes .gitignore AGENTS.md ANTHROPIC_API_KEY AbortController AgentSession AgentType
  CHANGELOG.md CLAUDE.md CONTRIBUTING.md CamelCase CreatedAt DevOps FullName GITHUB_TOKEN KeyboardEvent LICENSE
  MEMORY.md MODULE_NOT_FOUND Makefile MkdirAll NODE_ENV NewDecoder NewEncoder OPENAI_API_KEY OPENROUTER_API_KEY
  OpenRouter PostToolUse README.md ROADMAP.md ReactNode ReadAll ReadFile RemoveAll ReturnType SKILL.md SessionEnd
  SessionStart SilentlyContinue SyntaxError TokenUsage ToolName TrimPrefix TurnEnd TurnStart TypeError
  UserPromptSubmit ValueError WriteFile WriteString absPath absolutePath addEventListener agent.go agentId
  agentName agentType agent_end agent_lines agent_percentage agent_type allFiles apiKey api_key ask_user baseCommit
  basePath base_commit beforeEach branchName cache_creation_input_tokens cache_read_input_tokens checkpoint_count
  checkpoint_id checkpoint_remote child_process className clearTimeout cli_version commitMessage completedAt
  config.go config.json configPath contextFile contextTokens contextWindow createdAt created_at currentColor
  currentModel defaultProvider defineProperty devDependencies dirPath displayName dry_run durationMs duration_ms
  endTime endsWith errorCount errorMessage execFileSync existsSync exitCode fileExists fileName filePath file_path
  files_touched findIndex flatMap fontSize forEach formatTimestamp fsPath full.jsonl getBoundingClientRect
  git~diff~stat git~status git~status~short headSha hello.txt hookType human_added human_modified human_removed
  in_progress index.html index.js index.ts indexOf inputTokens input_tokens isArray isDefault isDirectory isError
  isFinite lastIndexOf last_prompt localeCompare main.go maxLen maxLength maxSize maxWidth max_tokens messageCount
  metadataPath mkdirSync modelId newState newText new_str new_string node_modules old_str old_string onChange
  onClick organizeImports outputPath outputTokens output_tokens package-lock.json package.json packageManager
  parentId parseInt parseTranscript peerDependencies preventDefault prompt.txt promptPath pull_request
  pyproject.toml quoteStyle readFile readFileSync readOnly readdirSync removeEventListener repoDir repoPath
  requestId rmSync selectedTools sessionId sessionManager sessionPath session_id setTimeout settings.json spawnSync
  startLine startTime start_line startedAt started_at startsWith str_replace str_replace_editor strategy_options
  styles.css systemPrompt task_id tempDir testFile textContent toBeNull toFixed toHaveBeenCalledWith toLocaleString
  toLowerCase toString toUpperCase to_string tokenUsage token_usage toolCallId toolCalls toolName toolResult
  tool_call tool_input tool_name tool_use_id totalCost totalSize totalTokens total_committed transcript_path
  tsconfig.json turn_index types.go types.ts updatedAt updated_at useEffect useMemo useRef useState userInput
  utils.ts viewBox view_range workflowName workspaceFolder writeFile writeFileSync write_file
`

export const vocabulary: ReadonlySet<string> = new Set(
  words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('~', ' ')),
)
