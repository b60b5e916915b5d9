/**
 * Renders untrusted Markdown as plain elements: headings, paragraphs, lists, bold and links to web pages. Never sets
 * HTML; syntax that the parser does not support is shown as typed.
 */
import { Fragment, type ReactNode, useMemo } from 'react';
import classes from './Markdown.module.css';
import { type Block, type Inline, type ListBlock, parseMarkdown } from './parse-markdown.ts';

/**
 * `topLevel` is the level of the highest heading (default 3). The others follow without a gap, which keeps the page's
 * outline valid.
 */
export function Markdown({ text, topLevel = 3 }: { text: string; topLevel?: number }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  const levels = [...new Set(blocks.map((block) => (block.kind === 'heading' ? block.level : 7)))].toSorted(
    (a, b) => a - b,
  );
  return (
    <div className={classes.root}>
      {blocks.map((block, index) => (
        <Fragment key={index}>{blockElement(block, (level) => topLevel + levels.indexOf(level))}</Fragment>
      ))}
    </div>
  );
}

function blockElement(block: Block, rankOf: (level: number) => number): ReactNode {
  if (block.kind === 'list') return listElement(block);
  if (block.kind === 'paragraph') return <p>{inlineElements(block.text)}</p>;
  const Heading = headings[Math.min(rankOf(block.level), 6) - 1] ?? 'h6';
  return <Heading>{inlineElements(block.text)}</Heading>;
}
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function listElement(list: ListBlock): ReactNode {
  const items = list.items.map((item, index) => (
    <li key={index}>
      {inlineElements(item.text)}
      {item.lists.map((below, each) => (
        <Fragment key={each}>{listElement(below)}</Fragment>
      ))}
    </li>
  ));
  return list.ordered ? <ol start={list.start}>{items}</ol> : <ul>{items}</ul>;
}

function inlineElements(inlines: readonly Inline[]): ReactNode {
  return inlines.map((inline, index) => {
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'break':
        return <br key={index} />;
      case 'strong':
        return <strong key={index}>{inlineElements(inline.children)}</strong>;
      case 'link':
        return (
          <a key={index} href={inline.href} title={inline.href} target="_blank" rel="noopener noreferrer">
            {inlineElements(inline.children)}
          </a>
        );
    }
  });
}
