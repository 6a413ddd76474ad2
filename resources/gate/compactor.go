// A compactor to begin with: one JSON document on stdin, one on stdout. Replace condense by your own.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"
)

const keep = 6

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// said is what a person typed; empty for results of tools and for the assistant.
func said(one message) string {
	if one.Role != "user" {
		return ""
	}
	var text string
	if json.Unmarshal(one.Content, &text) == nil {
		return text
	}
	var blocks []struct{ Type, Text string }
	if json.Unmarshal(one.Content, &blocks) != nil {
		return ""
	}
	for _, block := range blocks {
		if block.Type == "tool_result" {
			return ""
		}
		text += block.Text
	}
	return text
}

func condense(all []json.RawMessage) []json.RawMessage {
	read := make([]message, len(all))
	for at, raw := range all {
		if err := json.Unmarshal(raw, &read[at]); err != nil {
			log.Fatal(err)
		}
	}
	cut := len(all) - keep
	if cut < 1 {
		cut = 1
	}
	// No result may stand without its call: what is kept begins with the assistant.
	for cut < len(all) && read[cut].Role != "assistant" {
		cut++
	}
	var texts []string
	for at := 1; at < cut; at++ {
		if text := said(read[at]); text != "" {
			texts = append(texts, text)
		}
	}
	summary, _ := json.Marshal(map[string]string{"role": "user", "content": "Asked so far:\n" + strings.Join(texts, "\n")})
	return append([]json.RawMessage{all[0], summary}, all[cut:]...)
}

func main() {
	var document struct {
		Messages []json.RawMessage `json:"messages"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&document); err != nil {
		log.Fatal(err)
	}
	answer := map[string]any{"messages": condense(document.Messages), "usage": map[string]int{"costUsd": 0}}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}
