"""Answers to errors: a stable code and a sentence, never a stack trace."""

from __future__ import annotations

import logging

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from benben.core.errors import BenbenError
from benben.core.text import texts
from benben.table.errors import BadRequest
from benben.web.context import language_of
from benben.web.page_answers import error_page, is_wanted
from benben.web.schemas import error_schema, status_of

_ = texts(__package__)

log = logging.getLogger("benben.web")


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, BenbenError)
    status = status_of(error)
    if is_wanted(request):
        return error_page(request, status, error.say(language_of(request)))
    headers = {"Retry-After": "1"} if status in (429, 503) else None
    return JSONResponse(error_schema(error, language_of(request)), status, headers)


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if is_wanted(request):
        return error_page(request, 404)
    places = sorted({".".join(str(part) for part in entry["loc"]) for entry in error.errors()})
    refusal = BadRequest(_("The request is malformed: {places}.", places=", ".join(places)[:200]))
    return JSONResponse(error_schema(refusal, language_of(request)), 422)


async def http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if is_wanted(request):
        return error_page(request, error.status_code)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "bad-request")
    return JSONResponse({"error": {"code": code, "text": str(error.detail)}}, error.status_code)


async def failed(request: Request, error: Exception) -> Response:
    log.error("request failed", exc_info=error)
    if is_wanted(request):
        return error_page(request, 500)
    return JSONResponse({"error": {"code": "internal", "text": "internal error"}}, 500)


HANDLERS = {BenbenError: refused, RequestValidationError: malformed, HTTPException: http, Exception: failed}
