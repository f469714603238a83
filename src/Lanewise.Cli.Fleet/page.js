// Inserts the updates from the server into the page. Only changed elements are touched, so that focus, selection and scroll
// position stay.
'use strict';

const link = document.getElementById('link');

function say(text) {
    if (link.textContent !== text) link.textContent = text;
}

function update(old, fresh) {
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
        old.replaceWith(fresh);
        return;
    }
    if (old.nodeType !== Node.ELEMENT_NODE) {
        if (old.data !== fresh.data) old.data = fresh.data;
        return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    fill(old, fresh);
}

function fill(old, fresh) {
    const before = [...old.childNodes], after = [...fresh.childNodes];
    after.forEach((node, i) => i < before.length ? update(before[i], node) : old.append(node));
    before.slice(after.length).forEach(node => node.remove());
}

function nameOf(folder) {
    return folder.dataset.name ?? folder.querySelector('summary').textContent;
}

// Shows the fresh content. A folder stays open or closed, even if its position changes.
function show(part, fresh) {
    const open = new Map([...part.querySelectorAll('details')].map(one => [nameOf(one), one.open]));
    for (const one of fresh.querySelectorAll('details')) one.open = open.get(nameOf(one)) ?? one.open;
    fill(part, fresh);
}

function listen() {
    const source = new EventSource('events');
    source.addEventListener('open', () => say(''));
    source.addEventListener('title', event => { document.title = event.data; });
    for (const part of document.querySelectorAll('[data-live]')) {
        source.addEventListener(part.id, event => {
            const fresh = document.createElement('template');
            fresh.innerHTML = event.data;
            show(part, fresh.content);
        });
    }
    source.addEventListener('error', () => {
        say('The server does not answer. This page shows the last data received and keeps retrying.');
        // A rejected request (for example, too many viewers) ends the event source. The browser restores a broken
        // connection itself.
        if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
    });
}

listen();
